import { createHmac } from 'node:crypto';
import { getAttendeeTimeline, getOrderTimeline } from '@entrada/contract/insight/timeline';
import { listMessages, listRecipients } from '@entrada/contract/outreach/messages';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { reportHeaders, returnPath } from '../../platform/mail/return-path.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { useOffice } from '../messages/office-fixture.ts';
import { forgetWords } from './queries.ts';
import { CERTIFICATE_URL, fakeSns, TOPIC } from './sns-fixture.ts';

const POSTMARK = 'a password that is long';
const MAILGUN = 'key-0123456789abcdef';
const bounces = {
  address: { local: 'bounces', domain: 'example.org' },
  imapUrl: null,
  sesTopic: TOPIC,
  postmarkSecret: POSTMARK,
  mailgunKey: MAILGUN,
};
const app = await buildTestApp({ config: { bounces } });
const { db, config } = app;
keepInvariants(db);
const { office, work } = await useOffice(app);
const sns = fakeSns();

type Headers = Record<string, string>;
const post = (service: string, payload: string, headers: Headers = {}) =>
  app.as().send({
    method: 'POST',
    url: `/api/public/webhooks/mail/${service}`,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });
const statusOf = async (reply: ReturnType<typeof post>) => (await reply).statusCode;

/** Amazon as seen by this process: the certificate, and what else was asked for. */
const asked: string[] = [];
let certificatesRead = 0;
vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
  asked.push(String(url));
  if (String(url) === CERTIFICATE_URL) certificatesRead += 1;
  return new Response(String(url) === CERTIFICATE_URL ? sns.certificate : '<ConfirmSubscriptionResponse/>');
});
afterEach(() => {
  asked.length = 0;
});

const fromSes = (mailId: number, given: { bounceType?: string; source?: string; status?: string } = {}) => ({
  notificationType: 'Bounce',
  bounce: {
    bounceType: given.bounceType ?? 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [
      {
        emailAddress: 'ana@example.com',
        action: 'failed',
        status: given.status ?? '5.1.1',
        diagnosticCode: 'smtp; 550 5.1.1 <ana@example.com>: user unknown',
      },
    ],
    timestamp: '2026-11-23T12:00:00.000Z',
    feedbackId: '0102018b',
  },
  mail: {
    source: given.source ?? returnPath(config, mailId),
    messageId: '0102',
    destination: ['ana@example.com'],
  },
});
const postSes = (message: unknown, version?: '1' | '2') =>
  post('ses', sns.signed({ Message: JSON.stringify(message) }, version), {
    'content-type': 'text/plain; charset=UTF-8',
    'x-amz-sns-message-type': 'Notification',
  });

/** What comes back of the headers that a mail was sent with. */
const sentHeaders = (mailId: number) => {
  const headers = reportHeaders(config, mailId);
  const [name = '', token] = Object.entries(headers).find(([key]) => key.startsWith('X-PM-')) ?? [];
  return {
    metadata: { [name.replace('X-PM-Metadata-', '')]: token?.value },
    variables: JSON.parse(headers['X-Mailgun-Variables']?.value ?? '{}'),
  };
};
const fromPostmark = (mailId: number, Type = 'HardBounce') => ({
  RecordType: 'Bounce',
  ID: 42,
  Type,
  TypeCode: 1,
  Name: 'Hard bounce',
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  Metadata: sentHeaders(mailId).metadata,
  Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
  Details: 'smtp;550 5.1.2 Host not found',
  Email: 'ana@example.com',
  From: 'tickets@example.org',
  BouncedAt: '2026-11-23T12:00:00Z',
  Inactive: true,
});
const basic = (password: string): Headers => ({
  authorization: `Basic ${Buffer.from(`entrada:${password}`).toString('base64')}`,
});
const postPostmark = (body: unknown, password = POSTMARK) =>
  post('postmark', JSON.stringify(body), basic(password));

let tokens = 0;
const mailgunCall = (event: object, given: { key?: string; age?: number } = {}) => {
  tokens += 1;
  const timestamp = String(Math.floor(Date.now() / 1000) - (given.age ?? 0));
  const token = String(tokens).padStart(50, '0');
  const signature = createHmac('sha256', given.key ?? MAILGUN)
    .update(timestamp + token)
    .digest('hex');
  return { signature: { timestamp, token, signature }, 'event-data': event };
};
const fromMailgun = (mailId: number, severity = 'permanent') => ({
  event: 'failed',
  severity,
  reason: 'bounce',
  recipient: 'ana@example.com',
  'delivery-status': { code: 550, 'enhanced-code': '5.2.2', message: 'mailbox is full', description: '' },
  'user-variables': sentHeaders(mailId).variables,
});
const postMailgun = (call: object) => post('mailgun', JSON.stringify(call));

const confirmationOf = async (orderId: number | undefined) =>
  db
    .selectFrom('mails')
    .select(['id', 'to_address'])
    .where('order_id', '=', orderId ?? 0)
    .where('kind', '=', 'order_confirmation')
    .executeTakeFirstOrThrow();
const noted = () =>
  db.selectFrom('mail_bounces').select(['mail_id', 'status', 'via', 'words']).orderBy('id').execute();
const forget = () => db.deleteFrom('mail_bounces').execute();

/** An order whose confirmation was sent. */
async function order() {
  const place = await office([['Ana', 1]]);
  const orderId = place.orderIds[0] ?? 0;
  const mail = await confirmationOf(orderId);
  return { ...place, orderId, mailId: mail.id };
}

test('SES, Postmark and Mailgun report that a mail came back; a repeated report changes nothing', async () => {
  const { mailId } = await order();
  const reports = {
    ses: () => postSes(fromSes(mailId)),
    postmark: () => postPostmark(fromPostmark(mailId)),
    mailgun: () => postMailgun(mailgunCall(fromMailgun(mailId))),
  };
  const expected = {
    ses: { status: '5.1.1', words: '550 5.1.1 <ana@example.com>: user unknown' },
    postmark: { status: '5.1.2', words: '550 5.1.2 Host not found' },
    mailgun: { status: '5.2.2', words: 'mailbox is full' },
  };
  for (const via of ['ses', 'postmark', 'mailgun'] as const) {
    await forget();
    expect(await statusOf(reports[via]()), via).toBe(200);
    expect(await statusOf(reports[via]()), via).toBe(200);
    expect(await noted()).toEqual([{ mail_id: mailId, via, ...expected[via] }]);
  }
  await forget();
  const replies = await Promise.all([reports.ses(), reports.postmark(), reports.mailgun(), reports.ses()]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect(await noted()).toHaveLength(1);
});

test('what is not for good, and of what was not sent from here, counts nothing and is told nothing', async () => {
  await forget();
  const { mailId } = await order();
  const stranger = `bounces+${mailId.toString(36)}-${'0'.repeat(24)}@example.org`;
  const replies = await Promise.all([
    postSes(fromSes(mailId, { bounceType: 'Transient', status: '4.4.1' })),
    postSes({ notificationType: 'Complaint', mail: { source: returnPath(config, mailId) } }),
    postSes(fromSes(mailId, { source: stranger })),
    postSes(fromSes(mailId, { source: 'tickets@example.org' })),
    postSes(fromSes(999_999)),
    postPostmark(fromPostmark(mailId, 'SoftBounce')),
    postPostmark({ ...fromPostmark(mailId), RecordType: 'Delivery' }),
    postPostmark({ ...fromPostmark(mailId), Metadata: { 'entrada-mail': `${mailId}` } }),
    postMailgun(mailgunCall(fromMailgun(mailId, 'temporary'))),
    postMailgun(mailgunCall({ event: 'delivered' })),
  ]);
  for (const reply of replies) expect([reply.statusCode, reply.body]).toEqual([200, '']);
  expect(await noted()).toEqual([]);
});

test('nobody but the mail service is believed', async () => {
  await forget();
  const { mailId } = await order();
  const good = sns.signed({ Message: JSON.stringify(fromSes(mailId)) });
  const other = { ...JSON.parse(good), Message: JSON.stringify(fromSes(mailId, { status: '5.9.9' })) };
  const elsewhere = sns.signed({ Message: JSON.stringify(fromSes(mailId)), TopicArn: `${TOPIC}-of-others` });
  const another = fakeSns().signed({ Message: JSON.stringify(fromSes(mailId)) });
  const hosts = [
    'https://sns.eu-west-1.amazonaws.com.evil.example/SimpleNotificationService-0123456789abcdef.pem',
    'https://evil.example/SimpleNotificationService-0123456789abcdef.pem',
    'http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem',
    'https://sns.eu-west-1.amazonaws.com@evil.example/SimpleNotificationService-0123456789abcdef.pem',
    'https://s3.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem',
    'https://sns.eu-west-1.amazonaws.com/else/SimpleNotificationService-0123456789abcdef.pem',
    'https://sns.eu-west-1.amazonaws.com:8443/SimpleNotificationService-0123456789abcdef.pem',
  ].map((SigningCertURL) => sns.signed({ Message: JSON.stringify(fromSes(mailId)), SigningCertURL }));
  const signedOnce = mailgunCall(fromMailgun(mailId));
  const refused = await Promise.all([
    post('ses', JSON.stringify(other)),
    post('ses', elsewhere),
    post('ses', another),
    ...hosts.map((body) => post('ses', body)),
    post('ses', 'not json'),
    postPostmark(fromPostmark(mailId), 'wrong'),
    post('postmark', JSON.stringify(fromPostmark(mailId))),
    postMailgun(mailgunCall(fromMailgun(mailId), { key: 'another key' })),
    postMailgun(mailgunCall(fromMailgun(mailId), { age: 13 * 3600 })),
    postMailgun(mailgunCall(fromMailgun(mailId), { age: -3600 })),
    postMailgun({ ...signedOnce, signature: { ...signedOnce.signature, token: 'x'.repeat(50) } }),
    postMailgun({}),
  ]);
  expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([400]));
  // No certificate is fetched from anywhere else.
  expect(asked.filter((url) => url !== CERTIFICATE_URL)).toEqual([]);
  expect(await noted()).toEqual([]);
  expect(await statusOf(post('sendgrid', '{}'))).toBe(404);
  const without = await buildTestApp();
  for (const name of ['ses', 'postmark', 'mailgun']) {
    const request = { method: 'POST', url: `/api/public/webhooks/mail/${name}`, payload: '{}' };
    expect((await without.as().send(request)).statusCode, name).toBe(404);
  }
});

test('a signature of Mailgun is taken once, whatever body comes with it', async () => {
  await forget();
  const [one, two] = [await order(), await order()];
  const call = mailgunCall(fromMailgun(one.mailId));
  expect(await statusOf(postMailgun(call))).toBe(200);
  expect(await statusOf(postMailgun({ ...call, 'event-data': fromMailgun(two.mailId) }))).toBe(200);
  expect((await noted()).map((row) => row.mail_id)).toEqual([one.mailId]);
});

test('a topic is subscribed to once its owner is Amazon, and signatures of both versions are understood', async () => {
  await forget();
  const { mailId } = await order();
  const SubscribeURL = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=abc';
  const subscription = { Type: 'SubscriptionConfirmation', Token: 'abc', Message: 'You have chosen' };
  expect(await statusOf(post('ses', sns.signed({ ...subscription, SubscribeURL })))).toBe(200);
  expect(asked).toContain(SubscribeURL);
  asked.length = 0;
  for (const bad of [
    'https://evil.example/?Action=ConfirmSubscription',
    'https://sns.eu-west-1.amazonaws.com/?Action=DeleteTopic',
  ])
    expect(await statusOf(post('ses', sns.signed({ ...subscription, SubscribeURL: bad }))), bad).toBe(400);
  expect(asked).toEqual([]);
  expect(await statusOf(postSes(fromSes(mailId), '1'))).toBe(200);
  expect(await noted()).toHaveLength(1);
  // The certificate was read once for all of this.
  expect(certificatesRead).toBe(1);
});

test('a report that comes before the mail is known to be sent is asked for again', async () => {
  await forget();
  const { mailId } = await order();
  const mark = (status: string) => db.updateTable('mails').set({ status }).where('id', '=', mailId).execute();
  await mark('queued');
  expect(await statusOf(postSes(fromSes(mailId)))).toBe(503);
  await mark('sent');
  expect(await statusOf(postSes(fromSes(mailId)))).toBe(200);
  expect(await noted()).toHaveLength(1);
});

test('it counts for the account of the mail alone, and shows on the order and the attendee', async () => {
  await forget();
  const [mine, theirs] = [await order(), await order()];
  await postSes(fromSes(mine.mailId));
  const states = async ({ owner, params, orderId, attendees }: typeof mine) => {
    const at = { params: { ...params, orderId: String(orderId) }, query: { part: 'mails' } } as const;
    const one = (await attendees())[0];
    const of = { params: { ...params, attendeeId: String(one?.id) }, query: { part: 'mails' } } as const;
    const entries = [
      ...(await owner.call(getOrderTimeline, at)).body.data.entries,
      ...(await owner.call(getAttendeeTimeline, of)).body.data.entries,
    ];
    return entries.map(({ mail }) => [mail?.state, mail?.bounced, mail?.words]);
  };
  const words = '550 5.1.1 <ana@example.com>: user unknown';
  expect(await states(mine)).toEqual([
    ['bounced', 'no_mailbox', words],
    ['bounced', 'no_mailbox', words],
  ]);
  expect(await states(theirs)).toEqual([
    ['accepted', null, null],
    ['accepted', null, null],
  ]);
});

test('what a report said is kept for 30 days, and that the mail came back for longer', async () => {
  await forget();
  const [old, young] = [await order(), await order()];
  await postSes(fromSes(old.mailId));
  await postSes(fromSes(young.mailId));
  const age = (mailId: number, days: number) =>
    sql`update app.mail_bounces set at = app.now() - make_interval(days => ${days}, mins => 1) where mail_id = ${mailId}`.execute(
      db,
    );
  await age(old.mailId, 30);
  await age(young.mailId, 29);
  await forgetWords(db);
  expect((await noted()).map(({ mail_id, words }) => [mail_id, words !== null])).toEqual([
    [old.mailId, false],
    [young.mailId, true],
  ]);
  const at = { params: { ...old.params, orderId: String(old.orderId) }, query: {} };
  const { entries } = (await old.owner.call(getOrderTimeline, at)).body.data;
  const mail = entries.find((entry) => entry.mail)?.mail;
  expect(mail).toMatchObject({ state: 'bounced', bounced: 'no_mailbox', words: null });
});

test('a message says which of its recipients it did not reach, with the words', async () => {
  await forget();
  const place = await office([
    ['Ana', 1],
    ['Bea', 1],
  ]);
  const messageId = await place.sendNow();
  await work();
  await work();
  const mails = await db
    .selectFrom('mails as m')
    .innerJoin('message_recipients as r', 'r.id', 'm.message_recipient_id')
    .select('m.id')
    .where('r.message_id', '=', messageId)
    .orderBy('m.id')
    .execute();
  expect(mails).toHaveLength(2);
  await Promise.all(mails.map(({ id }) => postSes(fromSes(id))));
  const { data } = await place.list();
  expect(data[0]).toMatchObject({ status: 'sent', counts: { total: 2, bounced: 2, accepted: 0 } });
  const list = await place.owner.call(listRecipients, { params: place.of(messageId), query: {} });
  expect(list.body.data.map(({ state, words }) => [state, words])).toEqual(
    mails.map(() => ['bounced', '550 5.1.1 <ana@example.com>: user unknown']),
  );
  expect((await place.owner.call(listMessages, { params: place.params, query: {} })).status).toBe(200);
});
