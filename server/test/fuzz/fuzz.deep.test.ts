import { randomInt } from 'node:crypto';
import type { Endpoint } from '@entrada/contract/endpoint';
import { ENDPOINTS } from '@entrada/contract/endpoints';
import { ERROR_CODES } from '@entrada/contract/errors';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildQuestion } from '../../catalog/questions/factory.ts';
import { buildCapacity, buildPromoCode, buildTaxOrFee } from '../../catalog/tickets/factory.ts';
import { LIMITS_BY_PURPOSE } from '../../config/rate-limits.ts';
import { insertAttendee } from '../../door/check-in/attendee-fixture.ts';
import { newShortId } from '../../platform/secrets.ts';
import { buildTestApp, type Client } from '../app.ts';
import { IS_DEEP } from '../deep.ts';
import { buildShop, reserveAs } from '../shop.ts';
import { createBank } from '../stock/real.ts';
import { arbitraryOf, type Schema } from './arbitrary.ts';
import { broken, TEXTS } from './break.ts';

/**
 * Row F5: requests made from the endpoints' own schemas, valid ones and ones with a single broken field, from every kind
 * of caller. Every reply is what the contract says or a problem document, and never a 5xx.
 *   FUZZ_REQUESTS  how many (400; deep: 20,000)
 *   FUZZ_SEED      repeats a run that failed
 */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? (IS_DEEP ? 20_000 : 400));
const SEED = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31));
/** So many requests meet the same data, before their changes have worn it out. */
const ROUND = 200;
vi.setConfig({ testTimeout: 60_000 + 60 * REQUESTS });

const never = Object.values(LIMITS_BY_PURPOSE).map(
  ({ name, seconds }) => [name, { points: 1e9, seconds }] as const,
);
const app = await buildTestApp({
  provider: createBank().provider,
  config: { rateLimits: Object.fromEntries(never) },
});
const { db } = app;
/** Logging out would end the session of every later request. */
const endpoints = ENDPOINTS.filter(({ name }) => name !== 'logout');

const schemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
const isNothing = (schema: z.ZodType) => schema instanceof z.ZodUndefined;
const QUERIES = [
  'page',
  'per_page',
  'query',
  'sort_by',
  'sort_direction',
  'filter_fields[status][eq]',
  'ids',
];
const query = fc.dictionary(
  fc.constantFrom(...QUERIES),
  fc.oneof(fc.constantFrom('1', '20', 'asc', 'name', 'x'), fc.constantFrom(...TEXTS)),
  { maxKeys: 3 },
);
const ACTORS = ['owner', 'organizer', 'stranger', 'anonymous'] as const;

/** One in eight is odd, the others are null. */
const rarely = (...odd: string[]) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...odd) });

const requestTo = ({ name, endpoint }: (typeof endpoints)[number]) =>
  fc.record({
    name: fc.constant(name),
    endpoint: fc.constant(endpoint),
    actor: fc.constantFrom('owner' as const, ...ACTORS),
    body: isNothing(endpoint.body) ? fc.constant(undefined) : arbitraryOf(schemaOf(endpoint.body)),
    query: isNothing(endpoint.query) ? fc.constant({}) : query,
    key: rarely('fuzz-fuzz-fuzz', 'short', '%'),
    isBroken: fc.boolean(),
    where: fc.nat(),
    how: fc.nat(),
    /** Mostly what exists; sometimes an entry of the dictionary. */
    param: rarely(...TEXTS, '0', '1', '999999999999'),
  });
type Asked = { endpoint: Endpoint } & (ReturnType<typeof requestTo> extends fc.Arbitrary<infer T>
  ? T
  : never);

async function setUp() {
  const shop = await buildShop(db, { ticket: { quantity: 50 } });
  const { accountId, eventId, ticketId } = shop;
  const inEvent = { accountId, eventId };
  const [organizer, stranger] = [await buildUserIn(db, accountId, 'organizer'), await buildAccount(db)];
  const list = { account_id: accountId, event_id: eventId, short_id: newShortId('cl'), name: 'Gate' };
  const { id } = await db.insertInto('check_in_lists').values(list).returning('id').executeTakeFirstOrThrow();
  const guest = await insertAttendee(db, shop);
  const attendee = await db
    .selectFrom('attendees')
    .select(['short_id', 'order_id'])
    .where('id', '=', guest.attendeeId)
    .executeTakeFirstOrThrow();
  const held = await reserveAs(app.as(), eventId, [{ priceId: shop.priceId, quantity: 2 }]);
  const affiliate = { account_id: accountId, event_id: eventId, code: 'radio', name: 'Radio' };
  const params: Record<string, string | number> = {
    eventId,
    ticketId,
    organizerId: shop.organizerId,
    userId: shop.userId,
    listId: id,
    listShortId: list.short_id,
    orderShortId: held.body.data.shortId,
    orderId: attendee.order_id,
    attendeeId: guest.attendeeId,
    attendeeShortId: attendee.short_id,
    reference: guest.reference,
    taxOrFeeId: (await buildTaxOrFee(db, { accountId })).id,
    questionId: (await buildQuestion(db, inEvent)).questionId,
    assignmentId: (await buildCapacity(db, { ...inEvent, ticketIds: [ticketId] })).capacityId,
    codeId: (await buildPromoCode(db, { ...inEvent, code: 'LUZ' })).promoCodeId,
    affiliateId: (
      await db.insertInto('affiliates').values(affiliate).returning('id').executeTakeFirstOrThrow()
    ).id,
    code: 'LUZ',
    token: 'x'.repeat(43),
  };
  const clients: Record<(typeof ACTORS)[number], Client> = {
    owner: app.as(shop),
    organizer: app.as(organizer),
    stranger: app.as(stranger),
    anonymous: app.as(),
  };
  return { params, clients };
}

const problem = z.object({
  status: z.number(),
  code: z.enum(ERROR_CODES),
  detail: z.string(),
  requestId: z.string(),
  errors: z.array(z.object({ path: z.string(), code: z.string() })).optional(),
});

async function send({ params, clients }: Awaited<ReturnType<typeof setUp>>, asked: Asked) {
  const { endpoint, actor, where, how } = asked;
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const odd = asked.param === null ? null : names[where % Math.max(1, names.length)];
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(
      (name === odd ? String(asked.param).toWellFormed().slice(0, 700) : params[name]) ?? '1',
    ),
  );
  const search = Object.entries(asked.query as Record<string, string>).map(
    ([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed().slice(0, 2_000))}`,
  );
  const isTwice = search.length > 0 && asked.isBroken && how % 5 === 0;
  const body = asked.isBroken && asked.body !== undefined ? broken(asked.body, where, how) : asked.body;
  const url = `/api${path}?${[...search, ...(isTwice ? search : [])].join('&')}`;
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const reply = await clients[actor].send({
    method: endpoint.method,
    url,
    headers: {
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...(asked.key !== null && { 'idempotency-key': asked.key }),
    },
    ...(payload !== undefined && { payload }),
  });
  return { reply, told: `${actor} ${endpoint.method} ${url} ${(payload ?? '').slice(0, 1_500)}` };
}

test(`${REQUESTS} requests made from the schemas (FUZZ_SEED=${SEED})`, async () => {
  const any = fc.oneof(...endpoints.map(requestTo)) as fc.Arbitrary<Asked>;
  const statuses = new Map<number, number>();
  const answered = new Set<string>();
  const wrong: string[] = [];
  let world = await setUp();
  for (const [nth, asked] of fc.sample(any, { numRuns: REQUESTS, seed: SEED }).entries()) {
    if (nth > 0 && nth % ROUND === 0) world = await setUp();
    const { reply, told } = await send(world, asked);
    const { statusCode: status, body } = reply;
    const { endpoint, name } = asked;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const fits = () => {
      if (status >= 500) return false;
      if (status !== endpoint.status) {
        const isProblem = String(reply.headers['content-type']).includes('application/problem+json');
        const read = isProblem ? problem.safeParse(JSON.parse(body)) : null;
        return status >= 400 && read?.success === true && read.data.status === status;
      }
      answered.add(name);
      return isNothing(endpoint.response)
        ? body === ''
        : endpoint.response.safeParse(JSON.parse(body)).success;
    };
    if (!fits()) wrong.push(`${status} to ${name}: ${told}: ${body.slice(0, 300)}`);
  }
  expect(wrong, `FUZZ_SEED=${SEED}`).toEqual([]);
  // A fuzzer that is always refused at the first check proves nothing.
  expect(answered.size, JSON.stringify([...statuses])).toBeGreaterThan(endpoints.length / 8);
  if (IS_DEEP)
    process.stdout.write(`fuzz: ${JSON.stringify([...statuses])}, ${answered.size} calls answered\n`);
});

test('the bodies made from a schema are the ones that it accepts', () => {
  const refused = endpoints.flatMap(({ name, endpoint }) => {
    if (isNothing(endpoint.body)) return [];
    const made = fc.sample(arbitraryOf(schemaOf(endpoint.body)), { numRuns: 20, seed: SEED });
    return made.every((body) => !endpoint.body.safeParse(body).success) ? [name] : [];
  });
  // Rules between fields are not in a schema, so some calls accept few of them. Most accept at least one of twenty.
  expect(refused.length, refused.join(' ')).toBeLessThan(endpoints.length / 4);
});
