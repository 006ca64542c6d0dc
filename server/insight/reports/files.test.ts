import {
  ACCOUNT_REPORT_FILES,
  accountReportPath,
  EVENT_REPORT_FILES,
  eventReportPath,
} from '@entrada/contract/insight/reports/files';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre';
import { expect, test, vi } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildQuestion } from '../../catalog/questions/factory.ts';
import type { Client } from '../../test/app.ts';
import { useRefundingApp } from '../../test/payments/refunding.ts';
import { openBooks } from '../../test/reports/ledger.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const world = await useRefundingApp();
const { app, db } = world;
const books = await openBooks(world);
const { accountId } = books.account;
const vat = await books.charge('tax', '=VAT', { rate: '10.0000', included: true });
const eventId = await books.event('=Marea', { timezone: 'Europe/Madrid', currency: 'EUR' });
const pass = await books.ticket('=Pass', 1100, [vat]);
await books.code('=TEN', '10.0000', [pass.ticketId]);
await books.buy(eventId, '2026-03-28T10:00:00Z', [[pass.priceId, 2]], '=TEN');
const back = await books.buy(eventId, '2026-03-29T10:00:00Z', [[pass.priceId, 1]]);
await back.refund('2026-03-29T12:00:00Z', { amount: 1100 });
const { questionId } = await buildQuestion(db, {
  ...{ accountId, eventId, type: 'radio', title: '=Heard', options: ['=Friend'] },
});

const days = 'from=2026-03-28&to=2026-03-29';
const get = (client: Client, path: string, query = days) =>
  client.send({ method: 'GET', url: `/api${path}?${query}` });
/** Somebody of the account who has not taken any file. */
const member = async () => app.as(await buildUserIn(db, accountId, 'organizer'));
const rowsOf = (body: string): string[][] => parse(body, { bom: true });

async function eventRows(report: (typeof EVENT_REPORT_FILES)[number], query = days) {
  const reply = await get(await member(), eventReportPath(eventId, report, 'csv'), query);
  expect(reply.statusCode, reply.body).toBe(200);
  return rowsOf(reply.body);
}

test('every report is a file, as text and as a workbook with the same rows', async () => {
  const one = await member();
  const two = await member();
  for (const report of EVENT_REPORT_FILES) {
    const query = report === 'answers' ? `${days}&question=${questionId}` : days;
    const csv = await get(one, eventReportPath(eventId, report, 'csv'), query);
    const xlsx = await get(one, eventReportPath(eventId, report, 'xlsx'), query);
    expect([csv.statusCode, xlsx.statusCode], `${report} ${csv.body}`).toEqual([200, 200]);
    const rows = (await readXlsx(new Uint8Array(xlsx.rawPayload))).sheets[0]?.rows ?? [];
    expect(rows.length, report).toBe(rowsOf(csv.body).length);
    expect(xlsx.headers['content-disposition']).toContain(`report-${report}.xlsx`);
  }
  for (const report of ACCOUNT_REPORT_FILES) {
    const csv = await get(two, accountReportPath(report, 'csv'));
    expect(csv.statusCode, csv.body).toBe(200);
    expect(rowsOf(csv.body).length, report).toBeGreaterThan(1);
  }
  const recorded = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('action', '=', 'report.exported')
    .execute();
  expect(recorded).toHaveLength(2 * EVENT_REPORT_FILES.length + ACCOUNT_REPORT_FILES.length);
});

test('the rows add up from left to right, and what begins like a formula stays text', async () => {
  const [headers, ...rows] = await eventRows('days');
  expect(headers).toEqual([
    ...['Day', 'Orders', 'Sold', 'Sales', 'Discounts', 'Refunds', 'Fees', 'Taxes added', 'Received', 'Tax'],
    ...['Tax refunded', 'Currency'],
  ]);
  expect(rows).toEqual([
    ...[['2026-03-28', '1', '2', '22.00', '-2.20', '0.00', '0.00', '0.00', '19.80', '1.80', '0.00', 'EUR']],
    ...[['2026-03-29', '1', '1', '11.00', '0.00', '-11.00', '0.00', '0.00', '0.00', '1.00', '1.00', 'EUR']],
  ]);
  expect((await eventRows('tickets'))[1]?.slice(0, 5)).toEqual(["'=Pass", '', '11.00', '3', '0']);
  expect((await eventRows('promo-codes')).slice(1)).toEqual([
    ["'=TEN", "'=Marea", '1', '2.20', '19.80', 'EUR'],
    ['No promo code', '', '1', '0.00', '11.00', 'EUR'],
  ]);
  expect((await eventRows('taxes'))[1]).toEqual([
    ...["'=VAT (10%), included", 'Tax', '10.0000', '28.00', '2.80', '10.00', '1.00', '18.00', '1.80', 'EUR'],
  ]);
  expect((await eventRows('refunds')).slice(1)).toEqual([['2026-03-29', 'Asked for', '1', '11.00', 'EUR']]);
  const answers = await eventRows('answers', `${days}&question=${questionId}`);
  expect(answers[0]?.[0]).toBe("'=Heard");
  expect(answers.at(-1)).toEqual(['No answer', '2', '3', '30.80', 'EUR']);
  expect((await eventRows('payouts'))[1]?.slice(1)).toEqual([
    ...['2', '30.80', '11.00', '0.00', '0.00', '0.00', '19.80', 'EUR'],
  ]);
});

test('files are in the language of their reader', async () => {
  const reader = await buildUserIn(db, accountId, 'organizer');
  await db.updateTable('users').set({ locale: 'de' }).where('id', '=', reader.userId).execute();
  const reply = await get(app.as(reader), eventReportPath(eventId, 'days', 'csv'));
  expect(rowsOf(reply.body)[0]?.slice(0, 3)).toEqual(['Tag', 'Bestellungen', 'Verkauft']);
});

test('foreign events, days that cannot be, unknown questions and unknown parameters are refused', async () => {
  const stranger = app.as(await buildAccount(db));
  const me = await member();
  for (const report of EVENT_REPORT_FILES) {
    const path = eventReportPath(eventId, report, 'csv');
    const query = report === 'answers' ? `question=${questionId}` : '';
    expect((await get(stranger, path, query)).statusCode, report).toBe(404);
    expect((await get(app.as(), path, query)).statusCode, report).toBe(401);
    const reversed = `from=2026-03-02&to=2026-03-01&${query}`;
    expect((await get(me, path, reversed)).statusCode, report).toBe(422);
  }
  for (const report of ACCOUNT_REPORT_FILES) {
    const path = accountReportPath(report, 'xlsx');
    expect((await get(me, path, 'from=2016-01-01&to=2026-01-01')).statusCode, report).toBe(422);
    expect((await get(me, path, 'event=1')).statusCode, report).toBe(422);
  }
  const answers = eventReportPath(eventId, 'answers', 'csv');
  expect((await get(me, answers)).statusCode).toBe(422);
  expect((await get(me, answers, 'question=999999')).statusCode).toBe(404);
});
