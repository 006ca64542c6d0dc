import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { addGuests } from '@entrada/contract/sales/guests/add';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { useOffice } from './office-fixture.ts';
import { lookAfter } from './work.ts';

vi.setConfig({ testTimeout: 600_000 });
const app = await buildTestApp({ config: { messagesPerDayAtFirst: 1_000_000 } });
const { db } = app;
keepInvariants(db);
const { office, work, mailsOf } = await useOffice(app);
const DYING = fileURLToPath(new URL('../../test/sold/dying-message.ts', import.meta.url));
const HUNDREDS = 10;

/** Runs a worker that is killed, and frees what it had locked, as living workers do within a minute. */
async function dieAt(messageId: number, { nth = '', failpoint = '' }): Promise<void> {
  const child = spawn(process.execPath, [DYING, app.database.url, String(messageId), nth], {
    stdio: 'ignore',
    env: { ...process.env, ...(failpoint && { FAILPOINT: failpoint }) },
  });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
  await sql`select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker._private_jobs where locked_by is not null))`.execute(db);
}

test('workers that are killed with kill -9 in the middle of a message: each recipient gets it once', async () => {
  const place = await office();
  for (let n = 0; n < HUNDREDS; n += 1) {
    const attendees = Array.from({ length: 100 }, (_, one) => ({
      firstName: `Guest ${n * 100 + one}`,
      lastName: '',
      email: `guest-${n * 100 + one}@example.com`,
    }));
    const body = { priceId: place.shop.priceId, amount: 0, payment: null, attendees, locale: 'en' } as const;
    const added = await place.owner.call(addGuests, {
      params: place.params,
      body: { ...body, notify: false, exceedCapacity: false },
    });
    expect(added.status).toBe(201);
  }
  const id = await place.sendNow();
  await lookAfter(app.jobCtx);
  const total = HUNDREDS * 100;
  // While its recipients are fixed, and while their mails are queued.
  await dieAt(id, { nth: '1' });
  await dieAt(id, { nth: '2' });
  await dieAt(id, { nth: '3' });
  const { sendOff } = await import('./work.ts');
  await sendOff(app.jobCtx, id);
  // Before a mail is kept, and after it.
  await dieAt(id, { failpoint: 'mail.before-send:20' });
  await dieAt(id, { failpoint: 'mail.after-send:20' });
  await dieAt(id, { failpoint: 'mail.marked:20' });
  const half = await mailsOf(id);
  expect(half.filter(({ status }) => status === 'sent').length).toBe(19 + 19 + 20);
  for (let round = 0; round < 10 && (await place.read(id)).status !== 'sent'; round += 1) {
    await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(db);
    await work();
  }
  expect(await place.read(id)).toMatchObject({ status: 'sent', counts: { total, accepted: total } });
  const mails = await mailsOf(id);
  expect(mails.length).toBe(total);
  expect(new Set(mails.map(({ to }) => to)).size).toBe(total);
});
