import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { getOrderTimeline } from '@entrada/contract/insight/timeline';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { verify } from '../../operations/verify/service.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { useOffice } from '../messages/office-fixture.ts';
import { certificates } from './certificate-fixture.ts';
import { startImap } from './imap-fixture.ts';
import { readUnread } from './reading/mailbox.ts';
import { readMail } from './reading/parse.ts';
import { takeTurn } from './reading/queries.ts';
import { readBounces } from './reading/work.ts';
import { DELAYED, dsn, EXIM, oldExim, outOfOffice, POSTFIX } from './report-fixture.ts';
import { noteReport } from './service.ts';

vi.setConfig({ testTimeout: 60_000 });
const imap = await startImap();
afterAll(() => imap.stop());

/** What each mail was sent with. */
const sent: { from: string; to: string; headers: string }[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, { envelope }, done) => {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      const [headers = ''] = Buffer.concat(parts).toString('utf8').split('\r\n\r\n');
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      sent.push({ from, to: envelope.rcptTo[0]?.address ?? '', headers });
      done();
    });
  },
});
smtp.on('error', () => undefined);
await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready));
afterAll(() => new Promise<void>((closed) => smtp.close(() => closed())));

const bounces = {
  address: { local: 'bounces', domain: 'example.org' },
  imapUrl: imap.url,
  sesTopic: null,
  postmarkSecret: 'a password that is long',
  mailgunKey: 'key-0123456789abcdef',
};
const { port } = smtp.server.address() as AddressInfo;
const config = { bounces, smtpUrl: `smtp://127.0.0.1:${port}`, mailbox: false };
const app = await buildTestApp({ config });
const { db, jobCtx } = app;
keepInvariants(db);
const { office } = await useOffice(app);

beforeEach(async () => {
  await db.deleteFrom('mail_bounces').execute();
  await imap.empty();
});
afterEach(() => app.travel(0));

const noted = () =>
  db.selectFrom('mail_bounces').select(['address', 'status', 'via']).orderBy('address').execute();
const state = () => db.selectFrom('bounce_mailbox').selectAll().executeTakeFirstOrThrow();

/** Orders of these people, and the return path of each confirmation as the mail server saw it. */
async function sell(...names: string[]) {
  sent.length = 0;
  const place = await office(names.map((name) => [name, 1] as const));
  const paths = names.map((name) => sent.find(({ to }) => to.startsWith(name.toLowerCase()))?.from ?? '');
  return { place, paths };
}

test('each mail goes out with a return path of its own, and a report to it shows on its order alone', async () => {
  const { place, paths } = await sell('Ana', 'Bea');
  expect(new Set(paths).size).toBe(2);
  for (const path of paths) expect(path).toMatch(/^bounces\+[0-9a-z]+-[0-9a-f]{24}@example\.org$/);
  const token = paths[0]?.split(/[+@]/)[1];
  expect(sent[0]?.headers).toMatch(new RegExp(`^X-PM-Metadata-entrada-mail: ${token}$`, 'im'));
  expect(sent[0]?.headers).toContain(`X-Mailgun-Variables: {"entrada-mail":"${token}"}`);
  await imap.deliver(dsn({ to: paths[0] ?? '', status: EXIM }));
  await readBounces(jobCtx);
  const states = await Promise.all(
    place.orderIds.map(async (orderId) => {
      const at = { params: { ...place.params, orderId: String(orderId) }, query: {} };
      const { entries } = (await place.owner.call(getOrderTimeline, at)).body.data;
      return entries.flatMap(({ mail }) => (mail ? [[mail.state, mail.bounced]] : []));
    }),
  );
  expect(states).toEqual([[['bounced', 'no_mailbox']], [['accepted', null]]]);
});

test('only failures for good of mails that were sent from here count; every mail is looked at once', async () => {
  const { paths } = await sell('Ana', 'Bea', 'Carla');
  const [ana = '', bea = '', carla = ''] = paths;
  await imap.deliver(dsn({ to: ana, status: POSTFIX }));
  await imap.deliver(oldExim(bea));
  await imap.deliver(dsn({ to: carla, status: DELAYED }));
  await imap.deliver(outOfOffice(carla));
  await imap.deliver(dsn({ to: carla.replace(/.{4}@/, '0000@'), status: POSTFIX }));
  await imap.deliver(dsn({ to: 'bounces@example.org', status: POSTFIX.replaceAll('ana@', 'carla@') }));
  await imap.deliver('no mail at all');
  expect(await imap.count()).toEqual({ unread: 7, all: 7 });
  const logged = vi.spyOn(jobCtx.log, 'info');
  await readBounces(jobCtx);
  expect(await noted()).toEqual([
    { address: 'ana@example.com', status: '5.4.4', via: 'mailbox' },
    { address: 'bea@example.com', status: '5.1.1', via: 'mailbox' },
  ]);
  expect(logged).toHaveBeenCalledWith(
    { counts: { noted: 2, delayed: 1, other: 1, forged: 1, misled: 2 } },
    expect.any(String),
  );
  logged.mockClear();
  expect(await imap.count()).toEqual({ unread: 0, all: 7 });
  await readBounces(jobCtx);
  expect(logged).not.toHaveBeenCalled();
});

test('a process that ends between noting a report and marking it: it is handled again, and counts once', async () => {
  const { paths } = await sell('Ana');
  await imap.deliver(dsn({ to: paths[0] ?? '', status: EXIM }));
  const dying = readUnread(
    imap.url,
    async (source) => {
      const read = await readMail(source, bounces);
      if (read.is === 'report') await noteReport(jobCtx, read.report, 'mailbox');
      throw new Error('killed');
    },
    async () => true,
  );
  await expect(dying).rejects.toThrow('killed');
  expect(await noted()).toHaveLength(1);
  expect(await imap.count()).toMatchObject({ unread: 1 });
  await readBounces(jobCtx);
  expect(await noted()).toHaveLength(1);
  expect(await imap.count()).toMatchObject({ unread: 0 });
});

test('a report that is faster than our own commit waits for it', async () => {
  const { paths, place } = await sell('Ana');
  const mark = (status: string) =>
    db
      .updateTable('mails')
      .set({ status })
      .where('order_id', '=', place.orderIds[0] ?? 0)
      .execute();
  await mark('queued');
  await imap.deliver(dsn({ to: paths[0] ?? '', status: EXIM }));
  await readBounces(jobCtx);
  expect([await noted(), await imap.count()]).toEqual([[], { unread: 1, all: 1 }]);
  await mark('sent');
  await readBounces(jobCtx);
  expect([(await noted()).length, await imap.count()]).toEqual([1, { unread: 0, all: 1 }]);
});

test('a mailbox that is away for an hour loses nothing, and is noticed', async () => {
  const { paths } = await sell('Ana');
  await imap.deliver(dsn({ to: paths[0] ?? '', status: EXIM }));
  const away = {
    ...jobCtx,
    config: { ...jobCtx.config, bounces: { ...bounces, imapUrl: 'imap://u:p@127.0.0.1:1' } },
  };
  await readBounces(away);
  const { failing_since: since, problem, reading_until: until } = await state();
  expect([problem, until]).toEqual([expect.stringMatching(/ECONNREFUSED|connect/i), null]);
  await app.travel(3_660);
  await readBounces(away);
  expect((await state()).failing_since).toEqual(since);
  await sql`insert into app.worker_heartbeats (worker_id, seen_at) values ('w', clock_timestamp())`.execute(
    db,
  );
  const rules = async () => (await verify(db, { rowsShown: 1 })).drift.map(({ rule }) => rule);
  expect(await rules()).toContain('The mailbox for reports of mails that came back is read');
  await readBounces(jobCtx);
  expect(await state()).toMatchObject({ failing_since: null, problem: null, read_at: expect.any(Date) });
  expect(await noted()).toHaveLength(1);
  expect(await rules()).not.toContain('The mailbox for reports of mails that came back is read');
});

test('a wrong password is a problem that names no password', async () => {
  const imapUrl = imap.url.replace(/:[^:@]+@/, ':wrong-word@');
  await readBounces({ ...jobCtx, config: { ...jobCtx.config, bounces: { ...bounces, imapUrl } } });
  const { problem } = await state();
  expect(problem).toMatch(/.+/);
  expect(problem).not.toContain('wrong-word');
  await readBounces(jobCtx);
});

test('one process reads at a time; the turn of one that ended is over after two minutes', async () => {
  const { paths } = await sell('Ana');
  await imap.deliver(dsn({ to: paths[0] ?? '', status: EXIM }));
  expect(await Promise.all([takeTurn(db), takeTurn(db), takeTurn(db)])).toHaveLength(3);
  await readBounces(jobCtx);
  expect(await imap.count()).toMatchObject({ unread: 1 });
  await app.travel(121);
  expect((await Promise.all([takeTurn(db), takeTurn(db), takeTurn(db)])).filter(Boolean)).toHaveLength(1);
  await app.travel(300);
  await readBounces(jobCtx);
  expect(await imap.count()).toMatchObject({ unread: 0 });
});

test('reports are deleted from the mailbox after 30 days, and nothing else is', async () => {
  const { paths } = await sell('Ana');
  const [path = ''] = paths;
  const before = (days: number) => new Date(Date.now() - days * 86_400_000);
  await imap.deliver(dsn({ to: path, status: EXIM }), before(40));
  await imap.deliver(outOfOffice(path), before(40));
  await imap.deliver(dsn({ to: path, status: EXIM }), before(5));
  await readBounces(jobCtx);
  expect(await imap.count()).toEqual({ unread: 0, all: 2 });
});

/** Why the mailbox at this address cannot be read; null if it was. */
async function problemAt(imapUrl: string) {
  await readBounces({ ...jobCtx, config: { ...jobCtx.config, bounces: { ...bounces, imapUrl } } });
  return (await state()).problem;
}

test('over TLS it is read if the certificate is trusted, and otherwise it says why', async () => {
  const { paths } = await sell('Ana');
  const [local, other] = await Promise.all([startImap(certificates.local), startImap(certificates.other)]);
  const trusted = getCACertificates('default');
  try {
    await local.deliver(dsn({ to: paths[0] ?? '', status: EXIM }));
    expect(await problemAt(local.url)).toMatch(/is not trusted.+NODE_EXTRA_CA_CERTS \(.*self-signed/);
    expect(await local.count()).toEqual({ unread: 1, all: 1 });
    setDefaultCACertificates([...trusted, certificates.local.cert, certificates.other.cert]);
    expect(await problemAt(other.url)).toMatch(/is for another host/);
    expect(await problemAt(imap.url.replace('imap:', 'imaps:'))).toMatch(/does not begin with TLS/);
    expect(await noted()).toEqual([]);
    expect(await problemAt(local.url)).toBeNull();
    expect([(await noted()).length, await local.count()]).toEqual([1, { unread: 0, all: 1 }]);
  } finally {
    setDefaultCACertificates(trusted);
    await Promise.all([local.stop(), other.stop()]);
  }
});
