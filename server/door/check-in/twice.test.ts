import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { holdLock } from '../../test/held-lock.ts';
import { doorsOf, fail } from '../offline/phone-fixture.ts';

const app = await buildTestApp();
const { db } = app;
const { buildDoor } = await doorsOf(app);

const waiting = async () =>
  (
    await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  ).rows[0]?.n;

test('two calls of one phone with the same ticket at the same instant: the second is told that it scanned just now', async () => {
  const it = await buildDoor({ guests: 2 });
  const [one = fail('nobody'), other = fail('nobody')] = it.people;
  const [phone, elsewhere] = [await it.phone('Door A'), await it.phone('Door B')];
  const release = await holdLock(
    app.database.url,
    `select from app.attendees where id = ${one.attendeeId} for no key update`,
  );
  // The first scan waits for the lock with nobody inside yet. The others look meanwhile, and are written together after it.
  const first = phone.scan(one.code);
  await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
  const later = [
    phone.scan(one.code),
    elsewhere.scan(one.code),
    phone.scan(other.code),
    phone.scan(other.code),
    elsewhere.scan(other.code),
  ];
  await wait(300);
  await release();
  expect((await first).body.data.verdict).toBe('admitted');
  const told = (await Promise.all(later)).map(({ body }) => body.data);
  expect(told.map(({ verdict }) => verdict)).toEqual([
    'just_scanned',
    'already_in',
    'admitted',
    'just_scanned',
    'already_in',
  ]);
  for (const { verdict, earlier } of told)
    expect(earlier?.device, verdict).toBe(verdict === 'admitted' ? undefined : 'Door A');
  const { rows } = await sql<{ outcome: string; n: number }>`
    select outcome, count(*) as n from app.scans where check_in_list_id = ${it.listId} group by outcome order by outcome`.execute(
    db,
  );
  expect(rows).toEqual([
    { outcome: 'admitted', n: 2 },
    { outcome: 'already_in', n: 2 },
    { outcome: 'just_scanned', n: 2 },
  ]);
});
