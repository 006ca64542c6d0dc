import type { AddressInfo } from 'node:net';
import { register } from '@entrada/contract/accounts/accounts';
import { sql } from 'kysely';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { enqueue } from '../jobs/job.ts';
import { queueMail, sweepMailsJob } from './mailer.ts';

type Received = { to: string[]; subject: string; text: string; html: string; headers: string[] };

let refuse: 'nothing' | 'connections' | 'recipients' = 'nothing';
let connections = 0;
const received: Received[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onConnect: (_session, done) => {
    connections += 1;
    done(refuse === 'connections' ? new Error('go away') : null);
  },
  onRcptTo: (_address, _session, done) => {
    if (refuse !== 'recipients') return done();
    return done(Object.assign(new Error('try later'), { responseCode: 451 }));
  },
  onData: (stream, session, done) => {
    simpleParser(stream).then((mail) => {
      received.push({
        to: session.envelope.rcptTo.map((recipient) => recipient.address),
        subject: mail.subject ?? '',
        text: mail.text ?? '',
        html: mail.html || '',
        headers: [...mail.headers.keys()],
      });
      done();
    }, done);
  },
});
server.on('error', () => undefined);
await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
afterAll(() => new Promise<void>((closed) => server.close(() => closed())));

const { port } = server.server.address() as AddressInfo;
const app = await buildTestApp({ config: { smtpUrl: `smtp://127.0.0.1:${port}`, mailbox: false } });

/** The worker pauses for minutes between attempts. This makes the next attempt due now. */
const retryNow = async () => {
  await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`.execute(app.db);
  await app.runJobs();
};
const mailTo = (address: string) =>
  app.db.selectFrom('mails').selectAll().where('to_address', '=', address).executeTakeFirstOrThrow();

/** The mail server ends all connections, as it does with idle ones. */
const hangUp = async () => {
  for (const connection of server.connections) connection.close();
  while (server.connections.size > 0) await new Promise((soon) => setImmediate(soon));
};

beforeEach(async () => {
  await hangUp();
  refuse = 'nothing';
  received.length = 0;
});

const person = (email: string) => ({
  firstName: 'Jürgen',
  lastName: 'O’Brien',
  email,
  password: 'long enough',
  passwordConfirmation: 'long enough',
  termsAgreed: true as const,
  locale: 'de' as const,
});

test('a mail arrives in the language of its reader, with both parts, and its secrets are then forgotten', async () => {
  await app.as().call(register, { body: person('jurgen@example.org') });
  await app.runJobs();
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    to: ['jurgen@example.org'],
    text: expect.stringContaining('/manage/profile/confirm-email-address/'),
  });
  expect(received[0]?.html).toContain('Jürgen');
  const row = await mailTo('jurgen@example.org');
  expect(row).toMatchObject({ status: 'sent', html: null, text_body: null, data: {} });
});

test.each(['connections', 'recipients'] as const)(
  'a mail server that refuses %s delays mail and nothing else',
  async (what) => {
    refuse = what;
    const address = `${what}@example.org`;
    const reply = await app.as().call(register, { body: person(address) });
    expect(reply.status).toBe(201);
    await app.runJobs();
    expect(received).toEqual([]);
    expect(await mailTo(address)).toMatchObject({
      status: 'queued',
      attempts: 1,
      last_error: expect.stringMatching(/.+/),
    });
    refuse = 'nothing';
    await retryNow();
    await retryNow();
    expect(received.filter((mail) => mail.to.includes(address))).toHaveLength(1);
    expect(await mailTo(address)).toMatchObject({ status: 'sent', last_error: null });
  },
);

test('mails share a connection, and one that the mail server has closed meanwhile fails no mail', async () => {
  const send = async (...names: string[]) => {
    for (const name of names) {
      const reply = await app.as().call(register, { body: person(`${name}@share.example.org`) });
      expect(reply.status).toBe(201);
    }
    await app.runJobs();
  };
  connections = 0;
  await send('one', 'two', 'three');
  expect(received).toHaveLength(3);
  expect(connections).toBeLessThanOrEqual(1);
  await hangUp();
  await send('four');
  expect(received).toHaveLength(4);
  expect(await mailTo('four@share.example.org')).toMatchObject({
    status: 'sent',
    attempts: 1,
    last_error: null,
  });
});

test('the same fact is never mailed twice, and a rolled-back one never', async () => {
  const mail = {
    kind: 'email_already_registered' as const,
    dedupeKey: 'once',
    to: 'once@example.org',
    locale: 'en',
  };
  await Promise.all([queueMail(app.db, mail), queueMail(app.db, mail)]);
  await app.db
    .transaction()
    .execute(async (tx) => {
      await queueMail(tx, { ...mail, dedupeKey: 'undone', to: 'undone@example.org' });
      throw new Error('changed my mind');
    })
    .catch(() => undefined);
  const rows = await app.db
    .selectFrom('mails')
    .select('to_address')
    .where('to_address', 'in', ['once@example.org', 'undone@example.org'])
    .execute();
  expect(rows).toEqual([{ to_address: 'once@example.org' }]);
});

test('nobody writes headers through a name or an address', async () => {
  const bad = await app
    .as()
    .call(register, { body: { ...person('a@example.org'), email: 'a@example.org\r\nBcc: b@example.org' } });
  expect(bad.status).toBe(422);
  const sly = person('sly@example.org');
  await app.as().call(register, { body: { ...sly, firstName: 'A\r\nBcc: b@example.org' } });
  await app.runJobs();
  expect(received).toHaveLength(1);
  expect(received[0]?.to).toEqual(['sly@example.org']);
  expect(received[0]?.headers).not.toContain('bcc');
});

test('a mail whose job is gone is queued again; one that was given up is not', async () => {
  const at = (name: string) => `${name}@example.org`;
  for (const name of ['lost', 'given-up', 'fresh']) {
    await app.as().call(register, { body: person(at(name)) });
  }
  await sql`delete from graphile_worker._private_jobs`.execute(app.db);
  await sql`update app.mails set created_at = app.now() - interval '5 minutes',
    status = case when to_address = ${at('given-up')} then 'failed' else status end
    where to_address in (${at('lost')}, ${at('given-up')})`.execute(app.db);
  await sweepMailsJob().handler(app.jobCtx, {}, { number: 1, isLast: false });
  await app.runJobs();
  expect(received.flatMap((mail) => mail.to)).toEqual([at('lost')]);
});

test('a mail whose last try ended with its process is marked as failed, and not tried for ever', async () => {
  const to = 'deadly@example.org';
  await queueMail(app.db, { kind: 'email_already_registered', dedupeKey: 'deadly', to, locale: 'en' });
  const { id } = await mailTo(to);
  const sweep = () => sweepMailsJob().handler(app.jobCtx, {}, { number: 1, isLast: false });
  await sql`update app.mails set created_at = app.now() - interval '5 minutes' where id = ${id}`.execute(
    app.db,
  );
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, locked_at = now(), locked_by = 'busy'
    where key = ${`mail:${id}`}`.execute(app.db);
  await sweep();
  expect(await mailTo(to)).toMatchObject({ status: 'queued' });
  await sql`select graphile_worker.force_unlock_workers(array['busy'])`.execute(app.db);
  await sweep();
  expect(await mailTo(to)).toMatchObject({ status: 'failed', last_error: expect.stringMatching(/process/) });
  await sweep();
  await app.runJobs();
  expect(received).toEqual([]);
  await sql`delete from graphile_worker._private_jobs`.execute(app.db);
});

test('work that is due goes before mails that have waited longer', async () => {
  await queueMail(app.db, {
    kind: 'email_already_registered',
    locale: 'en',
    to: 'patient@example.org',
    dedupeKey: 'patient',
  });
  await enqueue(app.db, { name: 'sweep_holds' }, {});
  const { rows } = await sql<{ next: string }>`
    select task_identifier as next from graphile_worker.jobs order by priority, run_at`.execute(app.db);
  expect(rows.map(({ next }) => next)).toEqual(['sweep_holds', 'send_mail']);
});
