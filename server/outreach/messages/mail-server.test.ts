import type { AddressInfo } from 'node:net';
import * as endpoints from '@entrada/contract/outreach/messages';
import { sql } from 'kysely';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { useOffice } from './office-fixture.ts';

vi.setConfig({ testTimeout: 120_000 });
type Received = { to: string; headers: Map<string, unknown>; text: string };
let isDown = false;
/** How the server refuses a sender: for now, or by a class that says for good. */
let downCode = 451;
let refused = '';
const received: Received[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onMailFrom: (_address, _session, done) =>
    done(isDown ? Object.assign(new Error('closed for an hour'), { responseCode: downCode }) : null),
  onRcptTo: ({ address }, _session, done) =>
    done(address === refused ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
  onData: (stream, session, done) => {
    simpleParser(stream).then((mail) => {
      const [to] = session.envelope.rcptTo;
      received.push({ to: to?.address ?? '', headers: mail.headers, text: mail.text ?? '' });
      done();
    }, done);
  },
});
server.on('error', () => undefined);
await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
afterAll(() => new Promise<void>((closed) => server.close(() => closed())));
const { port } = server.server.address() as AddressInfo;
const app = await buildTestApp({ config: { smtpUrl: `smtp://127.0.0.1:${port}`, mailbox: false } });
const { db } = app;
keepInvariants(db);
const { office, work } = await useOffice(app);

beforeEach(() => {
  isDown = false;
  downCode = 451;
  refused = '';
});

/** The worker pauses for minutes between attempts. This makes the next attempts due now. */
async function retryNow(): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`.execute(db);
  await work();
}

const GUESTS = ['Ana', 'Bea', 'Carla', 'Dora', 'Eva'].map((name) => [name, 1] as const);

test('a mail server that refuses for an hour loses nothing and gets nothing twice; its words are shown', async () => {
  const place = await office(GUESTS);
  received.length = 0;
  const id = await place.sendNow();
  isDown = true;
  await work();
  await retryNow();
  expect(received).toEqual([]);
  const waits = await place.read(id);
  expect(waits).toMatchObject({ status: 'sending', counts: { queued: 5, accepted: 0, total: 5 } });
  expect(waits.refusal).toContain('closed for an hour');
  // Stopping takes back what was refused, and it goes on after that.
  const stop = await place.owner.call(endpoints.stopMessage, { params: place.of(id) });
  expect(stop.body.data.status).toBe('stopped');
  await retryNow();
  expect((await place.read(id)).counts).toMatchObject({ waiting: 5 });
  isDown = false;
  await retryNow();
  expect(received).toEqual([]);
  await place.owner.call(endpoints.resumeMessage, { params: place.of(id) });
  await work();
  await retryNow();
  expect(received.map(({ to }) => to).sort()).toEqual(
    GUESTS.map(([name]) => `${name.toLowerCase()}@example.com`),
  );
  expect(await place.read(id)).toMatchObject({ status: 'sent', refusal: null, counts: { accepted: 5 } });
});

test('a refusal of the sender, as when a quota is used up, ends nobody’s mail', async () => {
  const place = await office(GUESTS.slice(0, 2));
  received.length = 0;
  isDown = true;
  downCode = 550;
  const id = await place.sendNow();
  await work();
  expect(await place.read(id)).toMatchObject({ status: 'sending', counts: { queued: 2, refused: 0 } });
  isDown = false;
  await retryNow();
  expect(await place.read(id)).toMatchObject({ status: 'sent', counts: { accepted: 2 } });
});

test('an address that the mail server refuses for good is refused at once, with its words', async () => {
  const place = await office(GUESTS.slice(0, 2));
  received.length = 0;
  refused = 'bea@example.com';
  const id = await place.sendNow();
  await work();
  expect(await place.read(id)).toMatchObject({ status: 'sent', counts: { accepted: 1, refused: 1 } });
  const { body } = await place.owner.call(endpoints.listRecipients, {
    params: place.of(id),
    query: { 'filter_fields[state][eq]': 'refused' },
  });
  expect(body.data).toMatchObject([
    { email: 'bea@example.com', words: expect.stringContaining('no such mailbox') },
  ]);
});

test('the headers are those of RFC 8058 on news, and none about tickets; names cannot add any', async () => {
  const place = await office(GUESTS.slice(0, 1));
  await sql`update app.attendees set first_name = E'Ana\r\nBcc: evil@example.com' where event_id = ${place.shop.eventId}`.execute(
    db,
  );
  await sql`update app.event_settings set support_email = 'help@example.org' where event_id = ${place.shop.eventId}`.execute(
    db,
  );
  received.length = 0;
  await place.sendNow({ purpose: 'news', subject: 'Thanks, {{first_name}}' });
  await place.sendNow({ purpose: 'ticket' });
  await work();
  const isNews = ({ headers }: Received) => String(headers.get('subject')).startsWith('Thanks');
  const news = received.find(isNews);
  const ticket = received.find((mail) => !isNews(mail));
  const usual = ['content-type', 'date', 'from', 'message-id', 'mime-version', 'reply-to', 'subject', 'to'];
  const names = (mail: Received | undefined) => [...(mail?.headers.keys() ?? [])].sort();
  // The parser puts all headers about lists together.
  expect(names(news)).toEqual([...usual, 'list'].sort());
  expect(names(ticket)).toEqual(usual);
  expect(JSON.stringify(news?.headers.get('list'))).toMatch(
    /http:\/\/localhost:3000\/unsubscribe\/\d+\.[\w-]{43}/,
  );
  expect(JSON.stringify(news?.headers.get('list'))).toContain('One-Click');
  expect(news?.headers.get('subject')).toBe('Thanks, Ana Bcc evil example. com');
});
