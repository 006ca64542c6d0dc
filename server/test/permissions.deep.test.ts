import type { Endpoint } from '@entrada/contract/endpoint';
import { ENDPOINTS } from '@entrada/contract/endpoints';
import { PERMISSIONS, type Permission, ROLES, type Role, roleMay } from '@entrada/contract/permissions';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildEvent } from '../catalog/events/factory.ts';
import { buildTicket } from '../catalog/tickets/factory.ts';
import { buildTestApp, type Client } from './app.ts';
import { IS_DEEP } from './deep.ts';
import { bodiesOf, paramsOf, QUERIES } from './requests/bodies.ts';
import { buildRequestWorld } from './requests/world.ts';

const app = await buildTestApp();
const world = await buildRequestWorld(app.db);
const { own, other, tokens } = world;
const BODIES = bodiesOf(world);
const PARAMS = paramsOf(world);

const guarded = ENDPOINTS.filter(
  ({ endpoint }) => endpoint.access !== 'public' && endpoint.access !== 'self',
);
const paramNames = (endpoint: Endpoint) =>
  [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');

function send(client: Client, name: string, endpoint: Endpoint, params: Record<string, string> = PARAMS) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? '1');
  const url = `/api${path}${QUERIES[name] ?? ''}`;
  const body = BODIES[name];
  if (endpoint.multipart) {
    const boundary = 'x-entrada-test';
    const payload = `--${boundary}\r\ncontent-disposition: form-data; name="type"\r\n\r\nEVENT_COVER\r\n--${boundary}--\r\n`;
    return client.send({
      method: endpoint.method,
      url,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload,
    });
  }
  return client.send({
    method: endpoint.method,
    url,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    }),
  });
}

test('every endpoint of the contract is bound, and nothing below /api is undeclared', () => {
  for (const { endpoint } of ENDPOINTS) {
    const url = `/api${endpoint.path}`;
    expect(app.app.hasRoute({ method: endpoint.method, url }), `${endpoint.method} ${url}`).toBe(true);
  }
  expect(() => app.app.route({ method: 'GET', url: '/api/forgotten', handler: async () => 'x' })).toThrow();
});

test('every guarded endpoint with a body has one in requests/bodies.ts', () => {
  const missing = guarded.filter(
    ({ name, endpoint }) => !(endpoint.body instanceof z.ZodUndefined) && BODIES[name] === undefined,
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

const isAllowed = ({ access }: Endpoint, role: Role) =>
  !(access in PERMISSIONS) || roleMay(role, access as Permission);

/** In the sample one role that may and one that may not, in turn, so that each role meets many endpoints. */
function rolesFor(endpoint: Endpoint, nth: number): readonly Role[] {
  if (IS_DEEP) return ROLES;
  return [true, false].flatMap((may) => {
    const alike = ROLES.filter((role) => isAllowed(endpoint, role) === may);
    // Few endpoints are closed to an administrator, who is therefore the first of those that are refused.
    const role = may
      ? alike[nth % alike.length]
      : (alike.find((one) => one === 'admin') ?? alike[nth % alike.length]);
    return role ? [role] : [];
  });
}

test('the sample has every role, allowed and refused', () => {
  const met = guarded.flatMap(({ endpoint }, nth) =>
    rolesFor(endpoint, nth).map((role) => `${role} ${isAllowed(endpoint, role)}`),
  );
  const possible = guarded.flatMap(({ endpoint }) =>
    ROLES.map((role) => `${role} ${isAllowed(endpoint, role)}`),
  );
  expect([...new Set(met)].sort()).toEqual([...new Set(possible)].sort());
});

const cases = guarded.map(({ name, endpoint }, nth) => [name, endpoint, nth] as const);
describe.each(cases)('%s', (name, endpoint, nth) => {
  test('anonymous: 401', async () => {
    const reply = await send(app.as(), name, endpoint);
    expect(reply.statusCode).toBe(401);
    expect(reply.json().code).toBe('UNAUTHENTICATED');
  });

  test('a token that is not one: 401', async () => {
    const reply = await send(app.as({ bearer: 'A'.repeat(43) }), name, endpoint);
    expect(reply.statusCode).toBe(401);
  });

  if (paramNames(endpoint).length > 0) {
    test('another account: 404, and nothing of ours in the answer', async () => {
      const reply = await send(app.as({ token: other.token }), name, endpoint);
      expect(reply.statusCode, reply.body).toBe(404);
      expect(reply.body).not.toContain('canary');
    });
  }

  test.each(rolesFor(endpoint, nth))('role %s: as the permission table says', async (role) => {
    const allowed = isAllowed(endpoint, role);
    const params = name === 'deleteTicket' ? { ...PARAMS, ticketId: String(world.spareTicketId) } : PARAMS;
    // Deleting or logging out would remove what the next role needs.
    if (
      allowed &&
      ['deleteCheckInList', 'logout', 'deleteTicket', 'deleteTaxOrFee', 'deleteEvent'].includes(name)
    )
      return;
    const reply = await send(app.as({ token: tokens[role] }), name, endpoint, params);
    if (allowed) expect([401, 403], `${role} ${reply.body}`).not.toContain(reply.statusCode);
    else expect(reply.statusCode).toBe(403);
    expect(reply.statusCode, reply.body).toBeLessThan(500);
  });
});

describe('ids inside a body', () => {
  const foreign = () => app.as({ token: other.token });

  test('a foreign organizer for an event', async () => {
    const reply = await foreign().send({
      method: 'POST',
      url: '/api/events',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(BODIES['createEvent']),
    });
    expect([404, 422], reply.body).toContain(reply.statusCode);
  });

  test('foreign tickets for a check-in list and foreign prices for a ticket', async () => {
    const mine = await buildEvent(app.db, { accountId: other.accountId });
    const ticket = await buildTicket(app.db, { accountId: other.accountId, eventId: mine.eventId });
    const json = { 'content-type': 'application/json' };
    const lists = await foreign().send({
      method: 'POST',
      url: `/api/events/${mine.eventId}/check-in-lists`,
      headers: json,
      payload: JSON.stringify(BODIES['createCheckInList']),
    });
    expect(lists.statusCode, lists.body).toBe(422);
    const prices = await foreign().send({
      method: 'PUT',
      url: `/api/events/${mine.eventId}/tickets/${ticket.ticketId}`,
      headers: json,
      payload: JSON.stringify({
        version: 1,
        ...ticket,
        prices: [{ id: world.priceId, ...ticket.prices[0] }],
      }),
    });
    expect([404, 422], prices.body).toContain(prices.statusCode);
  });

  test('a switch into an account that is not one’s own', async () => {
    const reply = await foreign().send({
      method: 'PUT',
      url: '/api/users/me/account',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ accountId: own.accountId }),
    });
    expect(reply.statusCode).toBe(404);
  });
});

test('fields that nobody may set are refused by name', async () => {
  const client = app.as({ token: own.token });
  for (const field of ['accountId', 'account_id', 'status', 'role', 'catalogVersion', 'id']) {
    const reply = await client.send({
      method: 'POST',
      url: '/api/events',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ ...(BODIES['createEvent'] as object), [field]: 1 }),
    });
    expect(reply.statusCode, field).toBe(422);
    expect(reply.json().errors).toContainEqual({ path: field, code: 'unknown_field' });
  }
});
