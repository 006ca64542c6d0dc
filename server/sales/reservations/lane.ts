import { sql } from 'kysely';
import type { Database, Db } from '../../db/client.ts';
import { isDatabaseUnavailable } from '../../db/errors.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { fail } from '../../platform/errors.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { createLane, type Lane, type Waiting } from '../../platform/lane.ts';
import type { EventFacts } from '../orders/event-queries.ts';
import { isStockRefusal, type Refusal } from './core/admission.ts';
import { countersOf, type Decision, decide, type ReserveRequest, type Taken } from './decide.ts';
import { expireOverdue } from './expiry-queries.ts';
import {
  type CounterState,
  type Held,
  HOLDS_PER_ADDRESS,
  type HoldOutcome,
  holdTogether,
  type Reservation,
} from './hold-statement.ts';
import { createSaleCache, noteStock, type Sale, type SaleCache } from './sale-cache.ts';

export type ReserveAnswer =
  | { kind: 'held'; held: Held; reservation: Reservation; facts: EventFacts; now: Date }
  | { kind: 'refused'; refusal: Refusal }
  /** Its address has this many open holds: a proof of work is asked for. */
  | { kind: 'crowded'; openHolds: number }
  /** Its key was used or its browser holds tickets by now: what there is must be looked at. */
  | { kind: 'look_again' };

type Entry = Waiting<ReserveRequest, ReserveAnswer>;

/** The catalogue or a counter changed between decision and statement so often in a row: honest to give up. */
const TRIES = 6;

/**
 * Clashes with what another transaction wrote or deleted at the same moment, and deadlocks: all are settled by looking
 * again.
 */
const CLASHES = ['23505', '23503', '40P01', '40001'];
/** A lock or the statement took too long. */
const DELAYS = ['55P03', '57014'];

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String((error as { code: unknown }).code) : '';

type Parts = {
  database: Pick<Database, 'db' | 'lane'>;
  provider: PaymentProvider | null;
};

export type Reservations = Lane<ReserveRequest, ReserveAnswer> & { sales: SaleCache };

/**
 * The one lane of this process for reservations of all events: whatever waits is decided in the order of arrival on what
 * is known, and written together by one guarded statement in one round trip. Refusals are given only after one look at
 * how things stand now. Several processes may do the same on one database: only the statement decides.
 */
export function createReservations(parts: Parts): Reservations {
  const sales = createSaleCache(parts.database.db, parts.provider);
  const lane = createLane<ReserveRequest, ReserveAnswer>({
    run: async (batch) => {
      const { first, twins } = apart(batch);
      await hold(parts, sales, first);
      for (const twin of twins) twin.answer({ kind: 'look_again' });
    },
  });
  return { ...lane, sales };
}

async function hold(parts: Parts, sales: SaleCache, entries: readonly Entry[]): Promise<void> {
  let open = entries;
  try {
    for (let attempt = 1; attempt <= TRIES && open.length > 0; attempt += 1) {
      open = await attemptToHold(parts, sales, open);
    }
    for (const entry of open) entry.refuse(fail('UNAVAILABLE', { retryAfter: 1 }));
  } catch (error) {
    await holdApart(parts, sales, open, error);
  }
}

/** A batch failed for what may be one request's sake: its parts are tried by themselves. */
async function holdApart(
  parts: Parts,
  sales: SaleCache,
  entries: readonly Entry[],
  error: unknown,
): Promise<void> {
  const isDelay = DELAYS.includes(codeOf(error));
  const byEvent = [...Map.groupBy(entries, (entry) => entry.request.eventId).values()];
  if (isDatabaseUnavailable(error)) {
    for (const entry of entries) entry.refuse(error);
  } else if (byEvent.length > 1) {
    for (const group of byEvent) await hold(parts, sales, group);
  } else if (isDelay) {
    for (const entry of entries) entry.refuse(fail('UNAVAILABLE', { retryAfter: 1, cause: error }));
  } else if (entries.length > 1) {
    const middle = entries.length >> 1;
    await hold(parts, sales, entries.slice(0, middle));
    await hold(parts, sales, entries.slice(middle));
  } else {
    for (const entry of entries) {
      if (CLASHES.includes(codeOf(error))) entry.answer({ kind: 'look_again' });
      else entry.refuse(error);
    }
  }
}

type Decided = { entry: Entry; decision: Decision; sale: Sale };

/** One round of deciding and writing. Answers what became certain and returns the rest. */
async function attemptToHold(
  parts: Parts,
  sales: SaleCache,
  entries: readonly Entry[],
): Promise<readonly Entry[]> {
  let decided = await decideAll(parts, sales, entries);
  let swept: ReadonlySet<number> = new Set();
  const refused = decided.filter(({ decision }) => !decision.ok);
  if (refused.length > 0) {
    const { repeated, swept: events } = await lookAgain(parts.database.db, sales, refused);
    swept = events;
    for (const entry of repeated) entry.answer({ kind: 'look_again' });
    decided = await decideAll(
      parts,
      sales,
      entries.filter((entry) => !repeated.has(entry)),
    );
  }
  const admitted = decided.flatMap(({ entry, decision, sale }) =>
    decision.ok ? [{ entry, sale, reservation: decision.reservation }] : [],
  );
  /** Who only now turned out to be short of stock is looked at again: overdue holds may stand in the way. */
  const answerRefused = (): Entry[] =>
    decided.flatMap(({ entry, decision, sale }) => {
      if (decision.ok) return [];
      if (isStockRefusal(decision.code) && !swept.has(sale.catalog.event.id)) return [entry];
      entry.answer({ kind: 'refused', refusal: decision });
      return [];
    });
  if (admitted.length === 0) return answerRefused();
  failpoint('reserve.before-statement');
  const outcome = await holdTogether(
    { pool: parts.database.lane, db: parts.database.db },
    admitted.map((one) => one.reservation),
  );
  failpoint('reserve.after-statement');
  sales.setClock(outcome.now);
  for (const sale of new Set(admitted.map((one) => one.sale))) noteStock(sale, outcome.stock);
  if (!outcome.done) return sortOut(sales, admitted, decided, outcome);
  const held = new Map(outcome.held.map((one) => [one.shortId, one]));
  for (const { entry, reservation, sale } of admitted) {
    const one = held.get(reservation.shortId);
    if (one) entry.answer({ kind: 'held', held: one, reservation, facts: sale.facts, now: outcome.now });
  }
  return answerRefused();
}

/** Two requests with one key, or of one browser for one event, cannot be written together: the later looks again afterwards. */
function apart(entries: readonly Entry[]): { first: Entry[]; twins: Entry[] } {
  const seen = new Set<string>();
  const [first, twins]: [Entry[], Entry[]] = [[], []];
  for (const entry of entries) {
    const { idempotencyKey, cartHash, eventId } = entry.request;
    const names = [`cart ${eventId} ${cartHash.toString('base64')}`];
    if (idempotencyKey !== null) names.push(`key ${idempotencyKey}`);
    (names.some((name) => seen.has(name)) ? twins : first).push(entry);
    for (const name of names) seen.add(name);
  }
  return { first, twins };
}

async function decideAll(parts: Parts, sales: SaleCache, entries: readonly Entry[]): Promise<Decided[]> {
  const taken: Taken = new Map();
  const now = sales.now();
  const decided: Decided[] = [];
  for (const entry of entries) {
    const { eventId } = entry.request;
    const sale = sales.find(eventId) ?? (await sales.reload(eventId));
    if (!sale) {
      entry.answer({ kind: 'refused', refusal: { ok: false, code: 'EVENT_NOT_AVAILABLE' } });
      continue;
    }
    const decision = decide(entry.request, sale, { taken, now, provider: parts.provider });
    decided.push({ entry, decision, sale });
  }
  return decided;
}

/**
 * Looks at how things stand now for requests that would be refused: the clock, the versions, the counters, and codes not
 * known yet. Overdue holds of others are ended first where they stand in the way. Answers those whose key has made an
 * order already, as when the first answer was lost and all is sold out by now, and the events without overdue holds.
 */
async function lookAgain(
  db: Db,
  sales: SaleCache,
  refused: readonly Decided[],
): Promise<{ repeated: Set<Entry>; swept: Set<number> }> {
  const bySale = Map.groupBy(refused, (one) => one.sale);
  const wantsStock = refused.filter(({ decision }) => !decision.ok && isStockRefusal(decision.code));
  const short = [...new Set(wantsStock.map(({ sale }) => sale.catalog.event.id))];
  let look = await readState(db, bySale, short);
  if (look.overdue.length > 0) {
    for (const eventId of look.overdue) await expireOverdue(db, { eventId });
    look = await readState(db, bySale, []);
  }
  sales.setClock(look.now);
  for (const [sale, asked] of bySale) {
    const { id } = sale.catalog.event;
    // Whether cards can be charged is no part of the catalogue, and has no version.
    const isAboutCards = asked.some((one) => !one.decision.ok && one.decision.code === 'PAYMENTS_NOT_SET_UP');
    const current = look.stale.includes(id) || isAboutCards ? await sales.reload(id) : sale;
    if (!current) continue;
    if (current === sale) noteStock(sale, look.stock);
    for (const { entry } of asked) {
      const { promoCode } = entry.request;
      if (promoCode !== undefined) await sales.ensurePromo(current, promoCode);
    }
  }
  const isRepeated = ({ request }: Entry) => look.known.includes(request.idempotencyKey ?? '');
  return { repeated: new Set(refused.map(({ entry }) => entry).filter(isRepeated)), swept: new Set(short) };
}

type State = { now: Date; stock: CounterState[]; stale: number[]; known: string[]; overdue: number[] };

async function readState(
  db: Db,
  bySale: ReadonlyMap<Sale, readonly Decided[]>,
  short: readonly number[],
): Promise<State> {
  const counters = [...bySale].flatMap(([sale, asked]) =>
    asked.flatMap(({ entry }) => countersOf(entry.request, sale)),
  );
  const events = [...bySale.keys()].map((sale) => sale.catalog.event);
  const keys = [...bySale.values()].flat().flatMap(({ entry }) => entry.request.idempotencyKey ?? []);
  const { rows } = await sql<{
    now: Date;
    stock: CounterState[] | null;
    stale: number[] | null;
    known: string[] | null;
    overdue: number[] | null;
  }>`
    select app.now() as now,
      (select json_agg(json_build_object('id', id, 'quantity', quantity, 'sold', sold, 'reserved', reserved))
        from app.counters where id = any(${[...new Set(counters)]}::bigint[])) as stock,
      (select array_agg(v.id) from unnest(${events.map((event) => event.id)}::bigint[], ${events.map((event) => event.catalogVersion)}::bigint[])
        v(id, version) where not exists (select from app.events e where e.id = v.id and e.catalog_version = v.version)) as stale,
      (select array_agg(idempotency_key) from app.orders where idempotency_key = any(${keys}::text[])) as known,
      (select array_agg(distinct event_id) from app.orders where event_id = any(${[...short]}::bigint[])
        and status = 'reserved' and payment_status in ('none', 'failed') and expires_at <= app.now()) as overdue`.execute(
    db,
  );
  const row = rows[0];
  if (!row) throw new Error('The database answered nothing');
  const { now, stock, stale, known, overdue } = row;
  return { now, stock: stock ?? [], stale: stale ?? [], known: known ?? [], overdue: overdue ?? [] };
}

type AdmittedEntry = { entry: Entry; sale: Sale; reservation: Reservation };

/** Nothing was written: answers those whose reason is known, makes good what was not, and returns who is to be tried again. */
async function sortOut(
  sales: SaleCache,
  admitted: readonly AdmittedEntry[],
  decided: readonly Decided[],
  outcome: Extract<HoldOutcome, { done: false }>,
): Promise<Entry[]> {
  for (const eventId of outcome.staleEvents) await sales.reload(eventId);
  const room = new Map([...outcome.crowded].map(([hash, n]) => [hash, HOLDS_PER_ADDRESS - n]));
  const answered = new Set<Entry>();
  const settle = (entry: Entry, answer: ReserveAnswer) => {
    answered.add(entry);
    entry.answer(answer);
  };
  for (const { entry, reservation } of admitted) {
    const { idempotencyKey, shortId, addressHash, isCapped, replaces } = reservation;
    const isKnown = idempotencyKey !== null && outcome.knownKeys.includes(idempotencyKey);
    const isGone = replaces !== null && outcome.goneHolds.includes(replaces);
    if (isKnown || isGone || outcome.openCarts.includes(shortId)) settle(entry, { kind: 'look_again' });
    const hash = addressHash?.toString('hex') ?? '';
    const left = isCapped && replaces === null ? room.get(hash) : undefined;
    if (left === undefined || answered.has(entry)) continue;
    if (left <= 0) settle(entry, { kind: 'crowded', openHolds: outcome.crowded.get(hash) ?? 0 });
    else room.set(hash, left - 1);
  }
  // An address over its cap is told so where stock was short for its own demand, too: else its crowd would use up the
  // tries of everybody who waits in this batch.
  for (const { entry, decision } of decided) {
    const { addressHash, hasProof, hold: own } = entry.request;
    const hash = addressHash?.toString('hex') ?? '';
    if (decision.ok || hasProof || own !== null || (room.get(hash) ?? 1) > 0) continue;
    settle(entry, { kind: 'crowded', openHolds: outcome.crowded.get(hash) ?? 0 });
  }
  return decided.map((one) => one.entry).filter((entry) => !answered.has(entry));
}
