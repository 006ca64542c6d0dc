import { setEventStatus } from '@entrada/contract/catalog/events';
import * as endpoints from '@entrada/contract/sales/event-changes/endpoints';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildShop } from '../../test/shop.ts';
import { inDays, newKey, useOrganizers } from './organizer-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, paidShop, paidOrder, organizerOf } = await useOrganizers();

test('another account finds nothing', async () => {
  const shop = await buildShop(db);
  const organizer = organizerOf(shop);
  const { id } = (await organizer.callOff({ money: 'none', messages: null, expectedRefund: null })).body.data;
  const stranger = app.as({ token: (await buildAccount(db)).token });
  const { params } = organizer;
  const at = { ...params, changeId: String(id) };
  const body = { version: 1, money: 'none', returnsUntil: null, messages: null } as const;
  const replies = [
    await stranger.call(endpoints.planEventChange, { params }),
    await stranger.call(endpoints.listEventChanges, { params }),
    await stranger.call(endpoints.callOffEvent, { params, body: { ...body, expectedRefund: null } }),
    await stranger.call(endpoints.moveEvent, { params, body: { ...body, startsAt: inDays(9) } }),
    await stranger.call(endpoints.undoEventChange, { params: at }),
    await stranger.call(endpoints.refundEventAgain, { params: at }),
  ];
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
});

test('two people at once: one of them does it, and a double click is one act', async () => {
  const organizer = organizerOf(await buildShop(db));
  const wish = { money: 'none', messages: null, expectedRefund: null } as const;
  const two = await Promise.all([organizer.callOff(wish), organizer.callOff(wish)]);
  expect(two.map(({ status }) => status).sort()).toEqual([202, 409]);
  const other = organizerOf(await buildShop(db));
  const key = newKey();
  const { version } = await other.plan();
  const twice = await Promise.all([1, 2].map(() => other.callOff({ ...wish, version }, key)));
  expect(twice.map(({ status }) => status)).toEqual([202, 202]);
  expect(twice[0]?.body.data.id).toBe(twice[1]?.body.data.id);
  expect((await other.list()).length).toBe(1);
});

test('not an old version, an archived event, one that is over, or one that is called off already', async () => {
  const shop = await buildShop(db);
  const organizer = organizerOf(shop);
  const wish = { money: 'none', messages: null, expectedRefund: null } as const;
  expect((await organizer.callOff({ ...wish, version: 99 })).problem.code).toBe('STALE_VERSION');
  await organizer.owner.call(setEventStatus, { params: organizer.params, body: { status: 'archived' } });
  expect((await organizer.callOff(wish)).problem.code).toBe('EVENT_ARCHIVED');
  const over = await buildShop(db);
  await sql`update app.events set starts_at = app.now() - interval '3 days', ends_at = app.now() - interval '2 days'
    where id = ${over.eventId}`.execute(db);
  expect((await organizerOf(over).callOff(wish)).problem.code).toBe('EVENT_OVER');
  const off = organizerOf(await buildShop(db));
  await off.callOff(wish);
  await off.carryOut();
  expect((await off.callOff(wish)).problem.code).toBe('EVENT_CALLED_OFF');
  expect((await off.move({ startsAt: inDays(40), endsAt: null })).problem.code).toBe('EVENT_CALLED_OFF');
});

test('the sum must be the one that was shown', async () => {
  const shop = await paidShop();
  await paidOrder(1, shop);
  const reply = await organizerOf(shop).callOff({ expectedRefund: 100 });
  expect(reply.problem).toMatchObject({ code: 'TOTAL_CHANGED', params: { total: 2500 } });
});

test('it is in the audit', async () => {
  const shop = await buildShop(db);
  const organizer = organizerOf(shop);
  const { id } = (await organizer.move({ startsAt: inDays(40), endsAt: null })).body.data;
  await organizer.undo(id);
  await organizer.callOff({ money: 'none', messages: null, expectedRefund: null });
  const rows = await db
    .selectFrom('audit_entries')
    .select('action')
    .where('target_type', '=', 'event')
    .where('target_id', '=', shop.eventId)
    .where('user_id', 'is not', null)
    .orderBy('id')
    .execute();
  expect(rows.map(({ action }) => action)).toEqual(['event.moved', 'event.moved_undone', 'event.called_off']);
});
