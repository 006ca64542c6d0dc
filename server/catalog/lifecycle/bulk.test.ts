import type { EventStatus } from '@entrada/contract/catalog/events';
import { getEvent } from '@entrada/contract/catalog/events';
import { changeEvents, type EventAction } from '@entrada/contract/catalog/lifecycle';
import { LIMITS } from '@entrada/contract/constants';
import { reserveOrder } from '@entrada/contract/sales/checkout';
import { expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { catalogVersion as versionOf } from '../../test/catalog/version.ts';
import { buildEvent } from '../events/factory.ts';
import { buildSale, buildTicket } from '../tickets/factory.ts';

const app = await buildTestApp();
const owner = await buildAccount(app.db);
const stranger = await buildAccount(app.db);
const { accountId } = owner;

type Chosen = { ids: number[] } | { except: number[] };

const change = (
  action: EventAction,
  chosen: Chosen,
  { actor = owner, query = {} }: { actor?: { token: string }; query?: Record<string, string> } = {},
) => app.as(actor).call(changeEvents, { query, body: { action, ...chosen } });

async function eventIn(status: EventStatus, title = 'Noche de Luz', of = accountId) {
  const { eventId } = await buildEvent(app.db, { accountId: of, status, title });
  const ticket = await buildTicket(app.db, { accountId: of, eventId });
  return { eventId, ...ticket };
}
const idOf = async (status: EventStatus, title?: string) => (await eventIn(status, title)).eventId;
const statusOf = async (eventId: number, actor = owner) =>
  (await app.as(actor).call(getEvent, { params: { eventId: String(eventId) } })).body.data?.status;
const audited = (eventId: number) =>
  app.db
    .selectFrom('audit_entries')
    .select(['action', 'before', 'after', 'user_id'])
    .where('target_type', '=', 'event')
    .where('target_id', '=', eventId)
    .orderBy('id')
    .execute();
const catalogVersion = (eventId: number) => versionOf(app.db, eventId);

test.each<[EventAction, EventStatus, Record<EventStatus, 'changed' | 'already' | 'EVENT_ARCHIVED'>]>([
  ['publish', 'public', { draft: 'changed', public: 'already', archived: 'EVENT_ARCHIVED' }],
  ['unpublish', 'draft', { draft: 'already', public: 'changed', archived: 'EVENT_ARCHIVED' }],
  ['archive', 'archived', { draft: 'changed', public: 'changed', archived: 'already' }],
  ['restore', 'draft', { draft: 'already', public: 'already', archived: 'changed' }],
])(
  '%s: allowed events become %s, the others are kept or have the state already',
  async (action, to, outcomes) => {
    const ids = {
      draft: await idOf('draft', 'A draft'),
      public: await idOf('public', 'A live one'),
      archived: await idOf('archived', 'An archived one'),
    };
    const versions = await Promise.all(Object.values(ids).map(catalogVersion));
    const reply = await change(action, { ids: Object.values(ids) });
    expect(reply.status).toBe(200);
    const { changed, kept, wereLive } = reply.body.data;
    const statuses = ['draft', 'public', 'archived'] as const;
    expect(changed).toEqual(statuses.filter((one) => outcomes[one] === 'changed').map((one) => ids[one]));
    expect(wereLive).toEqual(outcomes.public === 'changed' ? [ids.public] : []);
    expect(kept).toEqual(
      outcomes.archived === 'EVENT_ARCHIVED'
        ? [{ id: ids.archived, name: 'An archived one', code: 'EVENT_ARCHIVED' }]
        : [],
    );
    for (const [at, status] of statuses.entries()) {
      const isChanged = outcomes[status] === 'changed';
      expect(await statusOf(ids[status])).toBe(isChanged ? to : status);
      const version = await catalogVersion(ids[status]);
      if (isChanged) expect(version).toBeGreaterThan(versions[at] ?? 0);
      else expect(version).toBe(versions[at]);
      expect(await audited(ids[status])).toEqual(
        isChanged
          ? [
              {
                action: 'event.status_changed',
                before: { status },
                after: { status: to },
                user_id: owner.userId,
              },
            ]
          : [],
      );
    }
  },
);

test('an event without a ticket is not published, the others are', async () => {
  const { eventId: empty } = await buildEvent(app.db, { accountId, status: 'draft', title: 'Empty' });
  const ready = await idOf('draft');
  const { data } = (await change('publish', { ids: [empty, ready] })).body;
  expect(data).toEqual({
    changed: [ready],
    wereLive: [],
    kept: [{ id: empty, name: 'Empty', code: 'EVENT_NEEDS_TICKET' }],
  });
  const row = await app.db
    .selectFrom('events')
    .select('published_at')
    .where('id', '=', ready)
    .executeTakeFirstOrThrow();
  expect(row.published_at).not.toBeNull();
});

test('nobody publishes before confirming the address, but may archive', async () => {
  const fresh = await buildUserIn(app.db, accountId, 'organizer', { emailConfirmed: false });
  const ids = [await idOf('draft', 'One'), await idOf('draft', 'Two')];
  const { data } = (await change('publish', { ids }, { actor: fresh })).body;
  expect(data.changed).toEqual([]);
  expect(data.kept.map(({ name, code }) => [name, code])).toEqual([
    ['One', 'EMAIL_NOT_CONFIRMED'],
    ['Two', 'EMAIL_NOT_CONFIRMED'],
  ]);
  expect((await change('archive', { ids }, { actor: fresh })).body.data.changed).toEqual(ids);
});

test('archiving is taken back: restored, and what was live published again', async () => {
  const draft = await idOf('draft');
  const live = await idOf('public');
  const { changed, wereLive } = (await change('archive', { ids: [draft, live] })).body.data;
  await change('restore', { ids: changed });
  await change('publish', { ids: wereLive });
  expect([await statusOf(draft), await statusOf(live)]).toEqual(['draft', 'public']);
});

test('all that the query finds, except a few, are changed; filters do not apply to named events', async () => {
  const account = await buildAccount(app.db);
  const own = (title: string) => eventIn('draft', title, account.accountId);
  const [first, second, third, other] = [
    (await own('Jazz one')).eventId,
    (await own('Jazz two')).eventId,
    (await own('Jazz three')).eventId,
    (await own('Rock')).eventId,
  ];
  const query = { query: 'jazz', 'filter_fields[state][eq]': 'upcoming' };
  const all = await change('archive', { except: [second] }, { actor: account, query });
  expect(all.body.data.changed).toEqual([first, third]);
  expect(await statusOf(second, account)).toBe('draft');
  expect(await statusOf(other, account)).toBe('draft');
  const named = await change('restore', { ids: [first] }, { actor: account, query: { query: 'nothing' } });
  expect(named.body.data.changed).toEqual([first]);
  const wrong = await change(
    'archive',
    { except: [] },
    { actor: account, query: { 'filter_fields[state][eq]': 'gone' } },
  );
  expect(wrong.status).toBe(422);
});

test('deleting keeps and names events with orders or open checkouts, and deletes and records the others', async () => {
  const gone = [await idOf('draft', 'Gone'), await idOf('archived', 'Gone too')];
  const sold = await eventIn('public', 'Sold');
  await buildSale(app.db, { accountId, ...sold });
  const open = await eventIn('public', 'Open');
  const hold = await app.as().call(
    reserveOrder,
    {
      params: { eventId: String(open.eventId) },
      body: { items: [{ priceId: open.priceId, quantity: 1 }] },
    },
    { idempotencyKey: app.key() },
  );
  expect(hold.status).toBe(201);
  const { data } = (await change('delete', { ids: [...gone, sold.eventId, open.eventId] })).body;
  expect(data).toEqual({
    changed: gone,
    wereLive: [],
    kept: [
      { id: sold.eventId, name: 'Sold', code: 'EVENT_HAS_ORDERS' },
      { id: open.eventId, name: 'Open', code: 'EVENT_HAS_ORDERS' },
    ],
  });
  expect(await statusOf(gone[0] ?? 0)).toBeUndefined();
  expect(await statusOf(sold.eventId)).toBe('public');
  expect(await audited(gone[1] ?? 0)).toMatchObject([
    { action: 'event.deleted', before: { title: 'Gone too', status: 'archived' } },
  ]);
  expect((await change('delete', { ids: gone })).body.data).toEqual({ changed: [], wereLive: [], kept: [] });
});

test('the same deletion twice at once, in either order, deletes each event once', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => idOf('draft')));
  const replies = await Promise.all([
    change('delete', { ids }),
    change('delete', { ids: ids.toReversed() }),
    change('archive', { ids }),
  ]);
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200]);
  const deleted = [...(replies[0]?.body.data.changed ?? []), ...(replies[1]?.body.data.changed ?? [])];
  expect(deleted.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
});

test('another account’s events are not found, and nobody else is let in', async () => {
  const foreign = (await eventIn('draft', 'Theirs', stranger.accountId)).eventId;
  const own = await idOf('draft');
  const { data } = (await change('archive', { ids: [foreign, own] })).body;
  expect(data).toEqual({ changed: [own], wereLive: [], kept: [] });
  expect(await statusOf(foreign, stranger)).toBe('draft');
  expect((await change('delete', { ids: [foreign] })).body.data.changed).toEqual([]);
  expect(await statusOf(foreign, stranger)).toBe('draft');
  expect((await app.as().call(changeEvents, { body: { action: 'archive', ids: [own] } })).status).toBe(401);
});

test('a request names rows by ids or by a query, and no more than allowed', async () => {
  const raw = (body: unknown) =>
    app.as(owner).send({
      method: 'POST',
      url: '/api/events/bulk',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
  const many = (length: number) => Array.from({ length }, (_, at) => 900_000_000 + at);
  expect((await raw({ action: 'archive' })).statusCode).toBe(422);
  expect((await raw({ action: 'archive', ids: [] })).statusCode).toBe(422);
  expect((await raw({ action: 'archive', ids: [1], except: [2] })).statusCode).toBe(422);
  expect((await raw({ action: 'burn', ids: [1] })).statusCode).toBe(422);
  expect((await raw({ action: 'archive', ids: many(LIMITS.selectedRows) })).statusCode).toBe(200);
  expect((await raw({ action: 'archive', ids: many(LIMITS.selectedRows + 1) })).statusCode).toBe(422);
});
