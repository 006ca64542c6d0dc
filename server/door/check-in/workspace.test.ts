import { randomBytes } from 'node:crypto';
import { checkIn } from '@entrada/contract/door/check-in';
import { createCheckInList } from '@entrada/contract/door/check-in-lists';
import { checkInAttendees, undoAttendeeCheckIns } from '@entrada/contract/door/workspace-check-in';
import { getAttendeeTimeline } from '@entrada/contract/insight/timeline';
import { cancelOrder } from '@entrada/contract/sales/cancellations';
import { exportPath } from '@entrada/contract/sales/exports';
import { expect, test } from 'vitest';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildFreeOrder } from '../../test/free-order.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { buildShop } from '../../test/shop.ts';

const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

type Changes = { ticketIds?: number[]; activatesAt?: string };

/** A complete order of three tickets, and a list of its event that the owner checks in by. */
async function buildDesk({ ticketIds, activatesAt }: Changes = {}) {
  const order = await buildFreeOrder({ app, db }, 3);
  const { owner, shop } = order;
  const { body } = await owner.call(createCheckInList, {
    params: { eventId: String(shop.eventId) },
    body: {
      name: 'Main gate',
      description: '',
      allTickets: !ticketIds,
      ticketIds: ticketIds ?? [],
      activatesAt: activatesAt ?? null,
      expiresAt: null,
    },
  });
  const params = { eventId: String(shop.eventId), listId: String(body.data.id) };
  const ids = order.attendees.map(({ id }) => id);
  return {
    ...order,
    list: body.data,
    at: params,
    ids,
    letIn: async (attendeeIds: number[], idempotencyKey = app.key()) =>
      (await owner.call(checkInAttendees, { params, body: { attendeeIds } }, { idempotencyKey })).body.data,
    takeBack: (attendeeIds: number[]) => owner.call(undoAttendeeCheckIns, { params, body: { attendeeIds } }),
    scan: async (reference: string) =>
      (
        await app.as().call(checkIn, {
          params: { listShortId: body.data.shortId },
          body: {
            method: 'search',
            reference,
            device: 'Gate 2',
            nonce: randomBytes(18).toString('base64url'),
            scannedAt: new Date().toISOString(),
          },
        })
      ).body.data.verdict,
  };
}

const verdicts = (answers: { verdict: string }[]) => answers.map(({ verdict }) => verdict);

test('a whole order is let in once; the record and the timeline name the person', async () => {
  const { letIn, ids, owner, shop, list, attendees, scan } = await buildDesk();
  const key = app.key();
  expect(verdicts(await letIn(ids, key))).toEqual(['admitted', 'admitted', 'admitted']);
  const again = await letIn(ids);
  expect(again).toEqual(
    ids.map((attendeeId) => ({
      attendeeId,
      verdict: 'already_in',
      earlier: { at: expect.any(String), device: 'workspace' },
    })),
  );
  expect(await scan(attendees[0]?.reference ?? '')).toBe('already_in');
  const scans = await db
    .selectFrom('scans')
    .select(['outcome', 'user_id', 'device'])
    .where('check_in_list_id', '=', list.id)
    .where('outcome', '=', 'admitted')
    .execute();
  expect(scans).toEqual(ids.map(() => ({ outcome: 'admitted', user_id: shop.userId, device: 'workspace' })));
  const { first_name, last_name } = await db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', shop.userId)
    .executeTakeFirstOrThrow();
  const timeline = await owner.call(getAttendeeTimeline, {
    params: { eventId: String(shop.eventId), attendeeId: String(ids[0]) },
    query: { part: 'door' },
  });
  const told = timeline.body.data.entries.map(({ by, scan: one }) => [one?.verdict, one?.device, by]);
  const name = `${first_name} ${last_name}`.trim();
  expect(told).toEqual([
    ['already_in', 'Gate 2', null],
    ['already_in', 'workspace', name],
    ['admitted', 'workspace', name],
  ]);
});

test('a repeated request changes nothing, also while the first one runs', async () => {
  const { letIn, ids, list } = await buildDesk();
  const key = app.key();
  const answers = await Promise.all([letIn(ids, key), letIn(ids, key)]);
  answers.push(await letIn(ids, key));
  for (const answer of answers) expect(verdicts(answer)).toEqual(['admitted', 'admitted', 'admitted']);
  const { n } = await db
    .selectFrom('scans')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('check_in_list_id', '=', list.id)
    .executeTakeFirstOrThrow();
  expect(Number(n)).toBe(3);
});

test('whom the door would refuse is refused, and keeps nobody else out', async () => {
  const { letIn, ids, owner, params, attendees, scan } = await buildDesk();
  const [first = 0] = ids;
  const cancelled = await owner.call(cancelOrder, {
    params,
    body: { attendeeIds: [first], notify: false },
  });
  expect(cancelled.status).toBe(200);
  expect(await scan(attendees[1]?.reference ?? '')).toBe('admitted');
  expect(verdicts(await letIn(ids))).toEqual(['cancelled', 'already_in', 'admitted']);

  const later = await buildDesk({ activatesAt: new Date(Date.now() + 86_400_000).toISOString() });
  expect(verdicts(await later.letIn(later.ids))).toEqual(['not_active', 'not_active', 'not_active']);
  expect((await later.takeBack(later.ids)).problem.code).toBe('CHECK_IN_LIST_NOT_ACTIVE');
});

test('a list for another ticket does not let in', async () => {
  const desk = await buildDesk();
  const { owner, shop, ids } = desk;
  const { ticketId } = await buildTicket(db, { accountId: shop.accountId, eventId: shop.eventId });
  const { body } = await owner.call(createCheckInList, {
    params: { eventId: String(shop.eventId) },
    body: {
      name: 'Backstage',
      description: '',
      allTickets: false,
      ticketIds: [ticketId],
      activatesAt: null,
      expiresAt: null,
    },
  });
  const reply = await owner.call(checkInAttendees, {
    params: { eventId: String(shop.eventId), listId: String(body.data.id) },
    body: { attendeeIds: ids.slice(0, 1) },
  });
  expect(verdicts(reply.body.data)).toEqual(['wrong_ticket']);
});

test('an entry is taken back once, and the door lets in again', async () => {
  const { letIn, takeBack, ids, attendees, scan } = await buildDesk();
  const [first = 0, second = 0] = ids;
  await letIn([first]);
  expect((await takeBack([first, second])).body.data).toEqual({ undone: [first] });
  expect((await takeBack([first])).body.data).toEqual({ undone: [] });
  expect(await scan(attendees[0]?.reference ?? '')).toBe('admitted');
});

test('the workspace and the doors at once let a person in once', async () => {
  const { letIn, ids, attendees, scan } = await buildDesk();
  const [first = 0] = ids;
  const reference = attendees[0]?.reference ?? '';
  const answers = await Promise.all(
    Array.from({ length: 16 }, async (_, n) =>
      n % 2 === 0 ? verdicts(await letIn([first]))[0] : scan(reference),
    ),
  );
  expect(answers.filter((verdict) => verdict === 'admitted')).toHaveLength(1);
  expect(answers.filter((verdict) => verdict === 'already_in')).toHaveLength(15);
});

test('lists and attendees of others are not there', async () => {
  const { at, ids, owner } = await buildDesk();
  const theirs = await buildDesk();
  const foreign = await theirs.owner.call(checkInAttendees, { params: at, body: { attendeeIds: ids } });
  expect(foreign.status).toBe(404);
  const mixed = await owner.call(checkInAttendees, {
    params: at,
    body: { attendeeIds: [ids[0] ?? 0, theirs.ids[0] ?? 0] },
  });
  expect(mixed.problem).toMatchObject({
    status: 422,
    errors: [{ path: 'attendeeIds', code: 'not_found' }],
  });
  const other = await buildShop(db);
  expect(
    (await app.as(other).call(undoAttendeeCheckIns, { params: at, body: { attendeeIds: ids } })).status,
  ).toBe(404);
});

test('the file of check-ins says where somebody came in, the workspace in the language of its reader', async () => {
  const desk = await buildDesk();
  const [first, second] = desk.attendees;
  await desk.letIn([first?.id ?? 0]);
  await desk.scan(second?.reference ?? '');
  const devices = async (locale: string) => {
    await db.updateTable('users').set({ locale }).where('id', '=', desk.shop.userId).execute();
    const url = `/api${exportPath(desk.shop.eventId, 'check-ins', 'csv')}?sort_by=created_at&sort_direction=asc`;
    const { body } = await desk.owner.send({ method: 'GET', url });
    const [headers = [], ...rows] = body
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    const at = headers.indexOf(locale === 'en' ? 'Device' : '设备');
    return rows.map((row) => row[at]).sort();
  };
  expect(await devices('en')).toEqual(['Gate 2', 'Workspace']);
  expect(await devices('zh-cn')).toEqual(['Gate 2', '工作区']);
});
