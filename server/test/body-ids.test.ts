import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endpoint } from '@entrada/contract/endpoint';
import { ENDPOINTS } from '@entrada/contract/endpoints';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { hashPassword } from '../accounts/password.ts';
import { buildTestApp, type Client } from './app.ts';
import { bodiesOf, paramsOf } from './requests/bodies.ts';
import { idsOf, unmarkedIdsOf, withAt } from './requests/body-ids.ts';
import { buildRequestWorld } from './requests/world.ts';

/**
 * Every id that a body can hold, with the id of another account's record in it. The fields come from the schemas of the
 * contract, so a new one cannot escape: it fails until it is said here which record it names.
 */
const app = await buildTestApp();
const { db } = app;

function sendTo(client: Client, endpoint: Endpoint, params: Record<string, string>, body: unknown) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? `no-${name}`);
  return client.send({
    method: endpoint.method,
    url: `/api${path}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
}

/** An account with one record of every kind that a body can name. */
async function buildPlace(mark: string) {
  const world = await buildRequestWorld(db, mark);
  const { accountId, userId, token } = world.own;
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword('canary') })
    .where('id', '=', userId)
    .execute();
  const owner = app.as({ token });
  const bodies = bodiesOf(world);
  const made = async (name: string, body: unknown) => {
    const found = ENDPOINTS.find((one) => one.name === name);
    if (!found) throw new Error(`No endpoint ${name}`);
    const reply = await sendTo(owner, found.endpoint, paramsOf(world), body);
    expect(reply.statusCode, reply.body).toBe(201);
    return (reply.json() as { data: { id: number } }).data.id;
  };
  await made('addGuests', { ...(bodies['addGuests'] as object), priceId: world.priceId });
  const rows = await sql<{ orderId: number; lineId: number; attendeeId: number }>`
    select o.id as "orderId", i.id as "lineId", a.id as "attendeeId" from app.orders o
    join app.order_items i on i.order_id = o.id join app.attendees a on a.order_id = o.id
    where o.account_id = ${accountId}`.execute(db);
  if (!rows.rows[0]) throw new Error('A guest has an order');
  const member = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('account_id', '=', accountId)
    .where('role', '=', 'organizer')
    .executeTakeFirstOrThrow();
  return {
    ...world,
    ...rows.rows[0],
    memberId: member.user_id,
    accountId,
    userId,
    viewId: await made('addView', bodies['addView']),
    messageId: await made('createMessage', bodies['createMessage']),
    scheduledExportId: await made('createScheduledExport', bodies['createScheduledExport']),
  };
}

const ours = await buildPlace('canary');
const theirs = await buildPlace('theirs');
const me = app.as({ token: ours.own.token });

/** Which record an id names, by its field. */
const BY_FIELD: Record<string, number> = {
  accountId: theirs.accountId,
  'answers[].questionId': theirs.questionId,
  attendeeId: theirs.attendeeId,
  'attendeeIds[]': theirs.attendeeId,
  'audience.except[]': theirs.attendeeId,
  'audience.ids[]': theirs.attendeeId,
  checkInListId: theirs.listId,
  defaultId: theirs.viewId,
  'items[].priceId': theirs.priceId,
  'lineIds[]': theirs.lineId,
  'order[]': theirs.viewId,
  organizerId: theirs.organizerId,
  priceId: theirs.priceId,
  'prices[].id': theirs.priceId,
  'questionIds[]': theirs.questionId,
  'reach.eventIds[]': theirs.eventId,
  'reach.organizerIds[]': theirs.organizerId,
  'recipients[]': theirs.userId,
  'rows[].priceId': theirs.priceId,
  'taxOrFeeIds[]': theirs.taxOrFeeId,
  'ticket.prices[].id': theirs.priceId,
  'ticket.taxOrFeeIds[]': theirs.taxOrFeeId,
  'ticketIds[]': theirs.ticketId,
  userId: theirs.userId,
};

/** What `ids` and `except` of an action on many rows name. */
const ROWS: Record<string, number> = {
  changeEvents: theirs.eventId,
  changeTickets: theirs.ticketId,
  switchPromoCodes: theirs.promoCodeId,
  changeAffiliates: theirs.affiliateId,
  changeTaxesAndFees: theirs.taxOrFeeId,
  changeQuestions: theirs.questionId,
  changeCapacityAssignments: theirs.capacityId,
  bulkAttendees: theirs.attendeeId,
  bulkGuests: theirs.orderId,
  bulkOrders: theirs.orderId,
  previewAttendeeRefunds: theirs.attendeeId,
  previewOrderRefunds: theirs.orderId,
  bulkCheckIn: theirs.attendeeId,
  changeCheckInLists: theirs.listId,
};

/** Calls that need a state of their own, such as a paid order. Their own tests try records of others. */
const ELSEWHERE: Record<string, string> = {
  'login accountId': 'accounts/session.test.ts',
  'chooseAccount accountId': 'accounts/factors/second-step.test.ts',
  'signInWithCode accountId': 'accounts/factors/second-step.test.ts',
  'signInWithPasskey accountId': 'accounts/passkeys/passkeys-login.test.ts',
  'createRefund attendeeIds[]': 'sales/refunds/refunds.test.ts',
  'createRefund lineIds[]': 'sales/refunds/refunds.test.ts',
  'sellAtDoor lines[].priceId': 'door/door-sales/door-sales.test.ts',
  'saveOrderDetails attendees[].itemId': 'sales/checkout/admits-nobody.test.ts',
};

/** Fields that select among one's own rows. What is not among them is not found, and changes nothing. */
const SELECTING = ['ids[]', 'except[]', 'order[]', 'audience.ids[]', 'audience.except[]'];

const foreignOf = (name: string, path: string): number | undefined =>
  path === 'ids[]' || path === 'except[]' ? ROWS[name] : BY_FIELD[path];

const all = ENDPOINTS.flatMap(({ name, endpoint }) =>
  idsOf(endpoint.body).map((path) => ({ name, endpoint, path })),
);
const isElsewhere = ({ name, path }: { name: string; path: string }) => `${name} ${path}` in ELSEWHERE;
// What leaves others out acts on all of one's own rows, so it comes last.
const cases = all
  .filter((one) => !isElsewhere(one))
  .toSorted((a, b) => Number(a.path === 'except[]') - Number(b.path === 'except[]'));

/** Bodies that have room for each id of their schema. */
const BODIES = bodiesOf(ours);
const reach = { eventIds: [], organizerIds: [] };
Object.assign(BODIES, {
  inviteUsers: { ...(BODIES['inviteUsers'] as object), reach },
  updateUser: { ...(BODIES['updateUser'] as object), reach },
  createEvent: { ...(BODIES['createEvent'] as object), ticket: BODIES['createTicket'] },
  reserveOrder: { items: [{ priceId: 0, quantity: 1 }] },
});
const PARAMS: Record<string, string> = {
  ...paramsOf(ours),
  // The owner's own role is fixed.
  userId: String(ours.memberId),
  orderId: String(ours.orderId),
  attendeeId: String(ours.attendeeId),
  messageId: String(ours.messageId),
  scheduledExportId: String(ours.scheduledExportId),
};

/** One of `ids` and `except` chooses the rows, never both. */
function bodyWith(name: string, path: string, foreign: number): unknown {
  const { ids: _i, except: _e, ...rest } = BODIES[name] as Record<string, unknown>;
  const choosesRows = path === 'ids[]' || path === 'except[]';
  return withAt(choosesRows ? rest : BODIES[name], path, foreign);
}

/** All that the other account has, as one hash. */
async function theirRows(): Promise<string> {
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = 'app' and column_name = 'account_id' and table_name in (
      select tablename from pg_tables where schemaname = 'app') order by 1`.execute(db);
  expect(tables.rows.length).toBeGreaterThan(40);
  const each = tables.rows.map(
    ({ name }) =>
      sql`select coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '') as h
        from ${sql.table(`app.${name}`)} t where account_id = ${theirs.accountId}`,
  );
  const { rows } = await sql<{
    h: string;
  }>`select string_agg(h, '/') as h from (${sql.join(each, sql` union all `)}) x`.execute(db);
  return rows[0]?.h ?? '';
}

describe('the fields', () => {
  test('that are ids are described as ids', () => {
    const wrong = ENDPOINTS.flatMap(({ name, endpoint }) =>
      unmarkedIdsOf(endpoint.body).map((path) => `${name} ${path}`),
    );
    expect(wrong, 'use `id` of contract/fields.ts').toEqual([]);
    expect(all.length).toBeGreaterThan(80);
    expect(all.map(({ name, path }) => `${name} ${path}`)).toEqual(
      expect.arrayContaining(['startGuestImport rows[].priceId', 'createEvent ticket.taxOrFeeIds[]']),
    );
  });

  test('each have a case: say above which record of another account stands in them', () => {
    const missing = cases.filter(({ name, path }) => foreignOf(name, path) === undefined);
    expect(missing.map(({ name, path }) => `${name} ${path}`)).toEqual([]);
  });

  test('that are tried elsewhere exist, and their tests too', async () => {
    const known = all.map(({ name, path }) => `${name} ${path}`);
    for (const [field, file] of Object.entries(ELSEWHERE)) {
      expect(known).toContain(field);
      const text = await readFile(join(import.meta.dirname, '..', file), 'utf8');
      expect(text, file).toContain(
        field
          .split('.')
          .at(-1)
          ?.replace(/^.* |\[\]$/g, ''),
      );
    }
  });
});

describe('a record of another account in', () => {
  test.each(cases.map((one) => [`${one.name} ${one.path}`, one] as const))(
    '%s is not found and stays as it is',
    async (_, { name, endpoint, path }) => {
      const body = bodyWith(name, path, foreignOf(name, path) ?? 0);
      expect(endpoint.body.safeParse(body), 'the body is refused for its shape alone').toMatchObject({
        success: true,
      });
      await sql`update app.messages set version = 1 where account_id = ${ours.accountId}`.execute(db);
      const before = await theirRows();
      const reply = await sendTo(me, endpoint, PARAMS, body);
      expect(await theirRows()).toBe(before);
      expect(reply.body).not.toContain('theirs');
      if (SELECTING.includes(path) && reply.statusCode !== 422)
        return expect([200, 201, 202, 409], reply.body).toContain(reply.statusCode);
      expect([404, 409, 422], reply.body).toContain(reply.statusCode);
      // It is this field that is refused, not another one.
      if (reply.statusCode === 422)
        expect(JSON.stringify(reply.json().errors)).toContain(`"${/^[^.[]+/.exec(path)?.[0]}`);
      else expect(['NOT_FOUND', 'TICKET_UNAVAILABLE'], reply.body).toContain(reply.json().code);
    },
  );
});
