import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { Tx } from '../../db/client.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { newShortId } from '../../platform/secrets.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { buildSoldTicket, findEntries, openDoor } from '../../test/sold/ticket.ts';
import { lockHolder, writeNewCode } from './queries.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

test('a ticket that is passed on while the old code is scanned: one of the two wins, never both', async () => {
  for (let round = 0; round < 6; round += 1) {
    const sold = await buildSoldTicket(app, 1);
    const scan = await openDoor(app, sold);
    const [verdict, passed] = await Promise.all([scan(sold.code), sold.passOn({ version: 1 })]);
    const entered = (await findEntries(db, sold.attendeeId)).length;
    expect(['admitted 409 1', 'revoked 200 0']).toContain(`${verdict} ${passed.status} ${entered}`);
  }
});

test('a new code after the door has read the old one and before it lets the person in: the door refuses', async () => {
  const sold = await buildSoldTicket(app, 1);
  const scan = await openDoor(app, sold);
  const verdict = await db.transaction().execute(async (tx) => {
    await lockHolder(tx as Tx, scopeOfRow({ accountId: sold.shop.accountId }), {
      eventId: sold.shop.eventId,
      attendeeId: sold.attendeeId,
    });
    await writeNewCode(tx as Tx, scopeOfRow({ accountId: sold.shop.accountId }), {
      id: sold.attendeeId,
      oldShortId: sold.shortId,
      newShortId: newShortId('a'),
    });
    const scanned = scan(sold.code);
    await vi.waitUntil(
      async () =>
        (
          await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%asked as materialized%'
            and datname = current_database()`.execute(db)
        ).rows.length > 0,
      { timeout: 20_000 },
    );
    return { scanned };
  });
  expect(await verdict.scanned).toBe('revoked');
  expect(await findEntries(db, sold.attendeeId)).toEqual([]);
});
