import { randomBytes } from 'node:crypto';
import { bulkCheckIn } from '@entrada/contract/door/bulk-check-in';
import { checkIn } from '@entrada/contract/door/check-in';
import { createCheckInList } from '@entrada/contract/door/check-in-lists';
import { expect, test, vi } from 'vitest';
import { bulkOf, freeOrder } from '../../sales/bulk/acts-fixture.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { buildShop, stockOf } from '../../test/shop.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

async function party(count: number, more: { expiresAt?: string } = {}) {
  const shop = await buildShop(db, { ticket: { quantity: 50 } });
  const made = [];
  for (let n = 0; n < count; n += 1) made.push(await freeOrder(app, shop, 2));
  const bulk = bulkOf(app, shop);
  const body = {
    name: 'Door',
    description: '',
    allTickets: true,
    ticketIds: [],
    activatesAt: null,
    expiresAt: null,
  };
  const { data: list } = (
    await bulk.owner.call(createCheckInList, { params: bulk.params, body: { ...body, ...more } })
  ).body;
  const ask = (chosen: { ids: number[] } | { except: number[] }, checkInListId = list.id) =>
    bulk.owner.call(bulkCheckIn, { params: bulk.params, body: { checkInListId, ...chosen } });
  const scan = async (attendeeId: number) => {
    const { reference } = await db
      .selectFrom('attendees')
      .select('reference')
      .where('id', '=', attendeeId)
      .executeTakeFirstOrThrow();
    const stamp = { device: 'Door 1', nonce: randomBytes(18).toString('base64url') };
    const scanned = { method: 'search' as const, reference, ...stamp, scannedAt: new Date().toISOString() };
    return (await app.as().call(checkIn, { params: { listShortId: list.shortId }, body: scanned })).body.data
      .verdict;
  };
  const inside = async () =>
    (
      await db
        .selectFrom('check_ins')
        .select('attendee_id')
        .where('check_in_list_id', '=', list.id)
        .where('checked_out_at', 'is', null)
        .orderBy('attendee_id')
        .execute()
    ).map((row) => row.attendee_id);
  const people = made.flatMap(({ attendeeIds }) => attendeeIds);
  return { shop, bulk, made, people, list, ask, scan, inside };
}

test('checks in whom the door would admit, keeps the others, and takes back its own entries only', async () => {
  const { bulk, people, ask, scan, inside } = await party(2);
  const [early = 0, gone = 0, ...others] = people;
  expect(await scan(early)).toBe('admitted');
  await bulk.run('attendees', { action: 'cancel', notify: false, ids: [gone] });
  const begun = await ask({ except: [] });
  expect(begun.status, JSON.stringify(begun.problem)).toBe(202);
  await app.runJobs();
  const job = await bulk.jobOf(begun.body.data.id);
  expect(job).toMatchObject({ kind: 'check_in', total: 4, changed: 2, kept: 2, canUndo: true });
  expect(job?.reasons).toEqual([
    { code: 'ALREADY_IN', count: 1 },
    { code: 'ATTENDEE_CANCELLED', count: 1 },
  ]);
  expect(await inside()).toEqual([early, ...others]);
  expect(await scan(others[0] ?? 0)).toBe('already_in');
  const undo = await bulk.undo(job?.id ?? 0);
  await app.runJobs();
  expect(await bulk.jobOf(undo.body.data.id)).toMatchObject({ kind: 'undo_check_in', changed: 2, kept: 0 });
  expect(await inside()).toEqual([early]);
  expect(await scan(others[0] ?? 0)).toBe('admitted');
});

test('a list that is over, or of another event, is refused at once', async () => {
  const mine = await party(1, { expiresAt: '2001-01-01T00:00:00Z' });
  expect((await mine.ask({ except: [] })).problem.code).toBe('CHECK_IN_LIST_EXPIRED');
  const other = await party(1);
  expect((await mine.ask({ except: [] }, other.list.id)).problem).toMatchObject({
    status: 422,
    errors: [{ path: 'checkInListId', code: 'not_found' }],
  });
});

test('cancelling many against scans: everybody is either in or refused, and the stock is right', async () => {
  const { shop, bulk, people, made, scan, inside } = await party(4);
  const begun = await bulk.ask('orders', { action: 'cancel', notify: false, ids: made.map(({ id }) => id) });
  const [verdicts] = await Promise.all([Promise.all(people.map(scan)), app.runJobs()]);
  expect((await bulk.jobOf(begun.body.data.id))?.changed).toBe(4);
  const admitted = people.filter((_, nth) => verdicts[nth] === 'admitted');
  expect(verdicts.filter((one) => one !== 'admitted' && one !== 'cancelled')).toEqual([]);
  expect(await inside()).toEqual(admitted);
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
  for (const one of people) expect(['cancelled', 'already_in']).toContain(await scan(one));
});
