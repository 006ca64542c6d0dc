import * as door from '@entrada/contract/door/check-in';
import { listScans } from '@entrada/contract/door/scan-log';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { holdLock } from '../../test/held-lock.ts';
import { doorsOf, fail, made, newNonce, stamp } from './phone-fixture.ts';

const app = await buildTestApp();
const { db } = app;
const { accountId, token, client, buildDoor, entriesOf } = await doorsOf(app);

test('uploads, online scans, exits and undos at once: nobody is inside twice, and the figures stay true', async () => {
  const it = await buildDoor({ guests: 12 });
  const phones = await Promise.all(['A', 'B', 'C'].map((name) => it.phone(name)));
  const [a = fail('A'), b = fail('B'), c = fail('C')] = phones;
  const undo = (reference: string) =>
    client.call(door.undoCheckIn, { params: { ...it.params, reference }, body: { device: 'S', ...stamp() } });
  const replies = await Promise.all([
    a.send(it.people.map(({ code }) => made(code, 50))),
    b.send(it.people.map(({ code }) => made(code, 40)).reverse()),
    ...it.people.map(({ code }) => c.scan(code)),
    ...it.people.slice(0, 4).map(({ code }) => c.scan(code, 'out')),
    ...it.people.slice(4, 6).map(({ reference }) => undo(reference)),
  ]);
  for (const { status } of replies) expect(status).toBe(200);
  const entries = await entriesOf(it.listId);
  const open = entries.filter(({ is_in }) => is_in).map(({ attendee_id }) => attendee_id);
  expect(new Set(open).size).toBe(open.length);
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::int as n from app.tallies
    where event_id = ${it.eventId} and kind = 'entries' and ref_id = ${it.listId}`.execute(db);
  expect(rows[0]?.n).toBe(open.length);
  const figures = await sql`
    (select kind, ref_id, at, sum(n) as n from app.door_figures where event_id = ${it.eventId}
      group by kind, ref_id, at having sum(n) <> 0
     except all select kind, ref_id, at, n from app.door_figures_recomputed where event_id = ${it.eventId})`.execute(
    db,
  );
  expect(figures.rows).toEqual([]);
});

test('two uploads of the same scans in opposite orders wait for one another, and never both', async () => {
  const it = await buildDoor();
  const phone = await it.phone('Door A');
  const scans = ['a', 'm', 'z'].map((letter) => ({
    ...made('not one of ours', 60, { verdict: 'unknown' }),
    nonce: `${letter}${newNonce()}`,
  }));
  // Both stop at the one in the middle, each with another one written.
  const release = await holdLock(
    app.database.url,
    `insert into app.scans (account_id, check_in_list_id, outcome, method, nonce, scanned_at)
     values (${accountId}, ${it.listId}, 'unknown', 'scan', '${scans[1]?.nonce}', now())`,
  );
  const sent = Promise.all([phone.send(scans), phone.send(scans.toReversed())]);
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into app.scans%'`.execute(
        db,
      );
      expect(rows[0]?.n).toBe(2);
    },
    { timeout: 5_000 },
  );
  await release();
  expect((await sent).map(({ status }) => status)).toEqual([200, 200]);
  const log = await app.as({ token }).call(listScans, { params: { eventId: String(it.eventId) }, query: {} });
  expect(log.body.data).toHaveLength(3);
});
