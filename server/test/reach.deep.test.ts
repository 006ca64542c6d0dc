import type { Access, Endpoint } from '@entrada/contract/endpoint';
import { ENDPOINTS } from '@entrada/contract/endpoints';
import {
  canBeLimited,
  PERMISSIONS,
  type Permission,
  ROLES,
  type Role,
  roleMay,
} from '@entrada/contract/permissions';
import { describe, expect, test } from 'vitest';
import { buildUserIn } from '../accounts/factory.ts';
import { buildEvent } from '../catalog/events/factory.ts';
import { buildTestApp } from './app.ts';
import { IS_DEEP } from './deep.ts';
import { bodiesOf, paramsOf, QUERIES } from './requests/bodies.ts';
import { buildRequestWorld } from './requests/world.ts';

/**
 * Members who reach one event, against every route of the account with the ids of another event. The routes are those that
 * are bound, so a new one cannot escape.
 */
const app = await buildTestApp();
const { db } = app;
const world = await buildRequestWorld(db);
const { accountId } = world.own;
const BODIES = bodiesOf(world);
const PARAMS = paramsOf(world);
const within = await buildEvent(db, { accountId, title: 'within reach' });

const LIMITED = ROLES.filter(canBeLimited);
const tokens = Object.fromEntries(
  await Promise.all(
    LIMITED.map(async (role) => {
      const { userId, token } = await buildUserIn(db, accountId, role);
      await db
        .updateTable('memberships')
        .set({ limited: true })
        .where('account_id', '=', accountId)
        .where('user_id', '=', userId)
        .execute();
      await db
        .insertInto('membership_events')
        .values({ account_id: accountId, user_id: userId, event_id: within.eventId })
        .execute();
      return [role, token] as const;
    }),
  ),
) as Record<Role, string>;

type Bound = { name: string; method: Endpoint['method']; path: string; access: Access; multipart: boolean };

/** The routes of the contract, and the files, which only the document of the API names. */
const declared: Bound[] = ENDPOINTS.map(({ name, endpoint: { method, path, access, multipart } }) => ({
  name,
  method,
  path,
  access,
  multipart: multipart !== null,
}));
const files: Bound[] = app.routes
  .filter(({ file }) => file !== undefined)
  .map(({ endpoint: { path, access }, file }) => ({
    name: file?.name ?? '',
    method: 'GET' as const,
    path,
    access,
    multipart: false,
  }));
const guarded = [...declared, ...files].filter(({ access }) => access !== 'public' && access !== 'self');

function send(role: Role, { name, method, path, multipart }: Bound) {
  const url = `/api${path.replace(/:(\w+)/g, (_, key: string) => PARAMS[key] ?? '1')}${QUERIES[name] ?? ''}`;
  const body = multipart ? undefined : BODIES[name];
  return app.as({ token: tokens[role] }).send({
    method,
    url,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    }),
  });
}

test('files are among the routes', () => {
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/events/:eventId/orders.csv', '/reports/refunds.xlsx']),
  );
});

const isAllowed = ({ access }: Bound, role: Role) =>
  !(access in PERMISSIONS) || roleMay(role, access as Permission);

/** In the sample each route meets one role that may and one that may not, in turn. */
function meets(bound: Bound, nth: number, role: Role): boolean {
  if (IS_DEEP) return true;
  const alike = LIMITED.filter((one) => isAllowed(bound, one) === isAllowed(bound, role));
  return alike[nth % alike.length] === role;
}

describe.each(LIMITED)('%s who reaches another event', (role) => {
  const routes = guarded.filter((bound, nth) => meets(bound, nth, role));
  test('is refused somewhere and let through elsewhere', () => {
    expect(new Set(routes.map((bound) => isAllowed(bound, role))).size).toBe(2);
  });

  test.each(routes.map((bound) => [`${bound.method} ${bound.path}`, bound] as const))(
    '%s',
    async (_, bound) => {
      // Both would end what the others need: the session, and an open stream has no end.
      if (bound.name === 'logout' || bound.name === 'followChanges') return;
      const reply = await send(role, bound);
      if (!isAllowed(bound, role)) expect(reply.statusCode).toBe(403);
      else if (/:(eventId|organizerId)\b/.test(bound.path)) expect(reply.statusCode, reply.body).toBe(404);
      expect(reply.statusCode, reply.body).toBeLessThan(500);
      expect(reply.body).not.toContain('canary-event');
    },
  );
});

test('the same members reach their own event', async () => {
  for (const role of LIMITED.filter((one) => roleMay(one, 'events.read'))) {
    const client = app.as({ token: tokens[role] });
    const url = (path: string) => ({ method: 'GET', url: `/api${path}` });
    expect((await client.send(url(`/events/${within.eventId}`))).statusCode).toBe(200);
    expect((await client.send(url(`/organizers/${within.organizerId}`))).statusCode).toBe(200);
    expect((await client.send(url(`/events/${within.eventId}/orders.csv`))).statusCode).toBe(200);
    const events = (await client.send(url('/events'))).json();
    expect(events.data.map((one: { id: number }) => one.id)).toEqual([within.eventId]);
    expect(events.meta.total).toBe(1);
  }
});

test('ids of other events in bodies and queries find nothing', async () => {
  const client = app.as({ token: tokens.organizer });
  const post = (url: string, body: object) =>
    client.send({
      method: 'POST',
      url: `/api${url}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
  const made = await post('/events', BODIES['createEvent'] as object);
  expect(made.statusCode, made.body).toBe(404);
  const changed = await post('/events/bulk', { action: 'archive', ids: [world.eventId] });
  expect(changed.body).not.toContain('canary');
  const untouched = await db
    .selectFrom('events')
    .select('status')
    .where('id', '=', world.eventId)
    .executeTakeFirstOrThrow();
  expect(untouched.status).toBe('public');
  const copy = await post(`/events/${within.eventId}/duplicate`, BODIES['duplicateEvent'] as object);
  expect(copy.statusCode, copy.body).toBe(403);
  const past = await client.send({
    method: 'GET',
    url: `/api/events/${within.eventId}/figures?past_event=${world.eventId}`,
  });
  expect([404, 422], past.body).toContain(past.statusCode);
});
