import type { Endpoint } from '@entrada/contract/endpoint';
import { ENDPOINTS } from '@entrada/contract/endpoints';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { buildEvent } from '../catalog/events/factory.ts';
import { buildTestApp } from './app.ts';
import { paramsOf } from './requests/bodies.ts';
import { buildRequestWorld } from './requests/world.ts';

/**
 * Ids of another account in the query of every reading route, made from the contract: each query says which of its parts
 * are ids, and a new part has to be named here.
 */
const app = await buildTestApp();
const world = await buildRequestWorld(app.db);
const stranger = app.as({ token: world.other.token });
const { eventId } = await buildEvent(app.db, { accountId: world.other.accountId });
const PARAMS = { ...paramsOf(world), eventId: String(eventId) };

/** Parts of queries that are ids, with the record of the other account. */
const IDS: Record<string, number> = {
  organizer_id: world.organizerId,
  past_event: world.eventId,
  question: world.questionId,
  person: world.own.userId,
  record: world.eventId,
  ticket_id: world.ticketId,
  ticket_ids: world.ticketId,
  affiliate_id: world.affiliateId,
  promo_code_id: world.promoCodeId,
  check_in_list_id: world.listId,
  question_id: world.questionId,
  // The world has no import.
  import_id: 1,
};
const NO_IDS = new Set([
  'slug',
  'days',
  'from',
  'to',
  'day',
  'name',
  'limit',
  'before',
  'part',
  'search',
  'kind',
  'list',
]);
/** What a part needs beside it. */
const BESIDE: Record<string, string> = { record: '&kind=event', organizer_id: '&slug=somewhere' };

const reading = ENDPOINTS.filter(
  ({ endpoint: { method, access, query } }) =>
    method === 'GET' && access !== 'public' && access !== 'self' && !(query instanceof z.ZodUndefined),
);
const read = (endpoint: Endpoint, query: string) => {
  const path = endpoint.path.replace(
    /:(\w+)/g,
    (_, key: string) => PARAMS[key as keyof typeof PARAMS] ?? '1',
  );
  return stranger.send({ method: 'GET', url: `/api${path}?${query}` });
};

/** The queries with an id in them; `unknown`: parts that are named neither as an id nor as none. */
async function queriesOf(endpoint: Endpoint): Promise<{ queries: string[]; unknown: string[] }> {
  if (endpoint.query instanceof z.ZodObject) {
    const keys = Object.keys(endpoint.query.shape);
    return {
      queries: keys.filter((key) => key in IDS).map((key) => `${key}=${IDS[key]}${BESIDE[key] ?? ''}`),
      unknown: keys.filter((key) => !(key in IDS) && !NO_IDS.has(key)),
    };
  }
  // A list: it names its filters when it refuses one.
  const refused = await read(endpoint, 'filter_fields[none][eq]=1');
  const fields = /invalid_choice: ([a-z_, ]*)/.exec(refused.body)?.[1]?.split(', ') ?? [];
  const [error] = (refused.json() as { errors?: { allowed?: string[] }[] }).errors ?? [];
  const ids = [...new Set([...fields, ...(error?.allowed ?? [])])].filter((field) => /_ids?$/.test(field));
  return {
    queries: ids.flatMap((field) => ['eq', 'in'].map((by) => `filter_fields[${field}][${by}]=${IDS[field]}`)),
    unknown: ids.filter((field) => !(field in IDS)),
  };
}

test('an id of another account in a query finds nothing of it', async () => {
  const unknown: string[] = [];
  const shown: string[] = [];
  const met = new Set<string>();
  for (const { name, endpoint } of reading) {
    const found = await queriesOf(endpoint);
    unknown.push(...found.unknown.map((part) => `${name} ${part}`));
    for (const query of found.queries) {
      const reply = await read(endpoint, query);
      if (![200, 404, 422].includes(reply.statusCode) || /canary/.test(reply.body))
        shown.push(`${name} ${query}: ${reply.statusCode} ${reply.body.slice(0, 200)}`);
      met.add(`${name} ${query.split('=')[0]}`);
    }
  }
  expect(unknown).toEqual([]);
  expect(shown).toEqual([]);
  expect([...met]).toEqual(
    expect.arrayContaining([
      'checkSlug organizer_id',
      'listAuditEntries record',
      'getEventFigures past_event',
    ]),
  );
  expect([...met].filter((one) => one.includes('filter_fields')).length).toBeGreaterThan(3);
});
