import { expect, test } from 'vitest';
import { mailOfToken, mailToken, returnPath, tokenIn } from '../../platform/mail/return-path.ts';
import { reasonOfStatus } from './core/reason.ts';
import { permanent, statusIn } from './core/report.ts';
import { readMail } from './reading/parse.ts';
import * as reports from './report-fixture.ts';

const SECRET = 'a-secret-for-tests-only-0123456789abcdef';
const bounces = {
  address: { local: 'bounces', domain: 'example.org' },
  imapUrl: null,
  sesTopic: null,
  postmarkSecret: null,
  mailgunKey: null,
};
const to = returnPath({ secret: SECRET, bounces }, 4711) ?? '';
const token = mailToken(SECRET, 4711);
const read = (source: string) => readMail(Buffer.from(source), bounces);
const withStatus = (status: string, more: { type?: string } = {}) =>
  read(reports.dsn({ to, status, ...more }));

const shapes: [string, Promise<unknown>, string, string, string][] = [
  [
    'Postfix',
    withStatus(reports.POSTFIX),
    '5.4.4',
    'Host or domain name not found. Name service error for name=gmial.example type=AAAA: Host not found',
    'no_domain',
  ],
  [
    'Exchange',
    withStatus(reports.EXCHANGE),
    '5.1.10',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ana@firma.example not found by SMTP address lookup',
    'no_mailbox',
  ],
  [
    'Gmail',
    withStatus(reports.GMAIL),
    '5.1.1',
    "550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 double-checking the recipient's email address for typos or 550 5.1.1 unnecessary spaces.",
    'no_mailbox',
  ],
  ['Exim', withStatus(reports.EXIM), '5.2.1', '550 5.2.1 This mailbox is disabled', 'no_mailbox'],
  ['an old Exim', read(reports.oldExim(to)), '5.1.1', '550 5.1.1 No such user here', 'no_mailbox'],
  [
    'a server for international addresses',
    withStatus(reports.INTERNATIONAL, { type: 'message/global-delivery-status' }),
    '5.1.1',
    '550 5.1.1 <josé@españa.example> no existe aquí',
    'no_mailbox',
  ],
];
test.each(shapes)('a report of %s', async (_name, reading, status, words, reason) => {
  expect(await reading).toEqual({
    is: 'report',
    report: { token, outcome: { is: 'permanent', status, words } },
  });
  expect(reasonOfStatus(status)).toBe(reason);
});

test('delays, and failures that may pass, are none for good', async () => {
  for (const status of [reports.DELAYED, reports.GAVE_UP])
    expect(await withStatus(status)).toEqual({ is: 'report', report: { token, outcome: { is: 'delayed' } } });
});

test('receipts and answers of people are no reports', async () => {
  expect(await withStatus(reports.DELIVERED)).toEqual({ is: 'other' });
  expect(await read(reports.outOfOffice(to))).toEqual({ is: 'other' });
  expect(await read('')).toEqual({ is: 'misled' });
});

test('only where a report was delivered says which mail it is about, not what it says', async () => {
  const body = reports.POSTFIX.replaceAll('ana@gmial.example', to);
  expect(await read(reports.dsn({ to: 'bounces@example.org', status: body }))).toEqual({ is: 'misled' });
  const elsewhere = to.replace('example.org', 'example.org.evil.example');
  expect(await read(reports.dsn({ to: elsewhere, status: body }))).toEqual({ is: 'misled' });
  for (const header of ['Delivered-To', 'X-Original-To', 'Envelope-To'])
    expect(
      await read(reports.dsn({ to: 'x@example.org', headers: `${header}: ${to}`, status: reports.EXIM })),
    ).toMatchObject({ is: 'report', report: { token } });
  const loud = await read(reports.dsn({ to: to.toUpperCase(), status: reports.EXIM }));
  expect(loud.is === 'report' && mailOfToken(SECRET, loud.report.token)).toBe(4711);
});

test('a return path names its mail, and nobody makes one', () => {
  for (const mailId of [1, 35, 36, 2 ** 40, Number.MAX_SAFE_INTEGER]) {
    const path = returnPath({ secret: SECRET, bounces }, mailId) ?? '';
    expect(path.indexOf('@')).toBeLessThanOrEqual(64);
    expect(mailOfToken(SECRET, tokenIn(bounces, path) ?? '')).toBe(mailId);
  }
  const signature = token.split('-')[1];
  for (const forged of [`1-${signature}`, `${token}0`, token.replace(/.$/, 'z'), `-${signature}`, '', 'x'])
    expect(mailOfToken(SECRET, forged), forged).toBeNull();
  expect(mailOfToken('another-secret', token)).toBeNull();
  expect(returnPath({ secret: SECRET, bounces: { ...bounces, address: null } }, 1)).toBeNull();
});

test('status codes in texts, and words that can be shown', () => {
  expect(statusIn('smtp; 550 5.1.1 no')).toBe('5.1.1');
  expect(statusIn('550-5.7.26 spf')).toBe('5.7.26');
  expect(statusIn('from 5.1.1.1 or 192.5.1.1')).toBeNull();
  expect(permanent('4.2.2', 'x\r\n\ty\u0000z \ud800')).toEqual({
    is: 'permanent',
    status: '5.0.0',
    words: 'x y z \ufffd',
  });
  expect(permanent(null, 'x'.repeat(2000))).toMatchObject({ words: 'x'.repeat(500) });
});
