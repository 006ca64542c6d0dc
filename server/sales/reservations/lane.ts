import type { Database, Db } from '../../db/client.ts';
import { errorCodeOf, SQLSTATE } from '../../db/errors.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { fail } from '../../platform/errors.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { createLane, halves, type Lane, runSplitting, type Waiting } from '../../platform/lane.ts';
import type { EventFacts } from '../orders/event-queries.ts';
import { FREE_PLACES, isStockRefusal, type Refusal } from './core/admission.ts';
import { crowdOf, growthOf, type Reservation } from './core/reservation.ts';
import { type Held, type HoldOutcome, holdTogether } from './hold-queries.ts';
import { expireOverdue, findPresent } from './queries.ts';
import {
  countersOf,
  createSaleCache,
  type Decision,
  decide,
  noteStock,
  type ReserveRequest,
  type Sale,
  type SaleCache,
  type Taken,
} from './sale.ts';

type ReserveAnswer =
  | { kind: 'held'; held: Held; reservation: Reservation; facts: EventFacts; now: Date }
  | { kind: 'refused'; refusal: Refusal }
  /** Its address holds this many places of the event, so a proof of work is required. */
  | { kind: 'crowded'; places: number }
  /** Its key was used, or its browser already holds tickets. The caller must look up what exists. */
  | { kind: 'look_again' };

type Entry = Waiting<ReserveRequest, ReserveAnswer>;

/**
 * How many times the catalogue or a counter may change between decision and statement before a request is refused with
 * UNAVAILABLE.
 */
const TRIES = 6;

/**
 * Another transaction wrote or deleted something at the same moment, or there was a deadlock. A new look settles it.
 */
const CLASHES: readonly string[] = [
  SQLSTATE.uniqueViolation,
  SQLSTATE.foreignKeyViolation,
  SQLSTATE.deadlockDetected,
  SQLSTATE.serializationFailure,
];
/** A lock or the statement took too long. */
const DELAYS: readonly string[] = [SQLSTATE.lockNotAvailable, SQLSTATE.queryCanceled];

type Backend = {
  database: Pick<Database, 'lane' | 'apart'>;
  provider: PaymentProvider | null;
};

export type Reservations = Lane<ReserveRequest, ReserveAnswer> & { sales: SaleCache };

/**
 * The one lane of this process for reservations of all events. Waiting requests are decided in the order of arrival
 * from cached facts. One guarded statement then writes them together in one round trip. A request is refused only after
 * a fresh look at the database. Several processes may work on one database at once, because only the statement decides.
 */
export function createReservations(backend: Backend): Reservations {
  const sales = createSaleCache(backend.database.apart.reservations, backend.provider);
  const lane = createLane<ReserveRequest, ReserveAnswer>({
    run: async (batch, rest) => {
      const { first, twins } = apart(batch);
      let isWritten = false;
      const run = async (part: readonly Entry[]) => {
        isWritten = (await hold(backend, sales, part)) || isWritten;
      };
      await runSplitting(first, { run, split, giveUp });
      for (const twin of twins) twin.answer({ kind: 'look_again' });
      if (!isWritten) rest();
    },
  });
  return { ...lane, sales };
}

/**
 * Splits by event first, because only one event may be the cause of the failure. If one event alone waited too long, no
 * request waits a second time.
 */
function split(failed: readonly Entry[], error: unknown): readonly (readonly Entry[])[] {
  const byEvent = [...Map.groupBy(failed, (entry) => entry.request.eventId).values()];
  if (byEvent.length > 1) return byEvent;
  return DELAYS.includes(errorCodeOf(error)) ? [] : halves(failed);
}

function giveUp(entry: Entry, error: unknown): void {
  const code = errorCodeOf(error);
  if (CLASHES.includes(code)) entry.answer({ kind: 'look_again' });
  else entry.refuse(DELAYS.includes(code) ? fail('UNAVAILABLE', { retryAfter: 1, cause: error }) : error);
}

/** Answers whether the statement was used, that is, whether anybody but refused ones was in the batch. */
async function hold(backend: Backend, sales: SaleCache, entries: readonly Entry[]): Promise<boolean> {
  let [open, isWritten] = [entries, false];
  for (let attempt = 1; attempt <= TRIES && open.length > 0; attempt += 1) {
    const attempted = await attemptToHold(backend, sales, open);
    open = attempted.open;
    isWritten ||= attempted.isWritten;
  }
  for (const entry of open) entry.refuse(fail('UNAVAILABLE', { retryAfter: 1 }));
  return isWritten;
}

type Decided = { entry: Entry; decision: Decision; sale: Sale };

/**
 * One round of deciding and writing. Answers the requests that are certain and returns the others. `isWritten`: the
 * statement ran.
 */
async function attemptToHold(
  backend: Backend,
  sales: SaleCache,
  entries: readonly Entry[],
): Promise<{ open: readonly Entry[]; isWritten: boolean }> {
  let decided = await decideAll(backend, sales, entries);
  let swept: ReadonlySet<number> = new Set();
  const refused = decided.filter(({ decision }) => !decision.ok);
  if (refused.length > 0) {
    swept = await lookAgain(backend.database.apart.reservations, sales, refused);
    const open = entries.filter((entry) => !entry.isAnswered);
    decided = await decideAll(backend, sales, open);
  }
  const admitted = decided.flatMap(({ entry, decision, sale }) =>
    decision.ok ? [{ entry, sale, reservation: decision.reservation }] : [],
  );
  /** Looks again at requests that were short of stock only in this round, because overdue holds may take that stock. */
  const answerRefused = (): Entry[] =>
    decided.flatMap(({ entry, decision, sale }) => {
      if (decision.ok) return [];
      if (isStockRefusal(decision.code) && !swept.has(sale.catalog.event.id)) return [entry];
      entry.answer({ kind: 'refused', refusal: decision });
      return [];
    });
  if (admitted.length === 0) return { open: answerRefused(), isWritten: false };
  failpoint('reserve.before-statement');
  const outcome = await holdTogether(
    { pool: backend.database.lane, db: backend.database.apart.reservations },
    admitted.map((one) => one.reservation),
  );
  failpoint('reserve.after-statement');
  sales.setClock(outcome.now);
  for (const sale of new Set(admitted.map((one) => one.sale))) noteStock(sale, outcome.stock);
  if (!outcome.done) {
    return { open: await answerUnwritten(sales, admitted, decided, outcome), isWritten: true };
  }
  const held = new Map(outcome.held.map((one) => [one.shortId, one]));
  for (const { entry, reservation, sale } of admitted) {
    const one = held.get(reservation.shortId);
    if (one) entry.answer({ kind: 'held', held: one, reservation, facts: sale.facts, now: outcome.now });
  }
  return { open: answerRefused(), isWritten: true };
}

/**
 * Two requests with the same key, or from the same browser for the same event, cannot be written together. The later
 * one looks again afterwards.
 */
function apart(entries: readonly Entry[]): { first: Entry[]; twins: Entry[] } {
  const [keys, carts] = [new Set<string>(), new Set<string>()];
  const [first, twins]: [Entry[], Entry[]] = [[], []];
  for (const entry of entries) {
    const { idempotencyKey, cartHash, mayHaveHold, eventId } = entry.request;
    // Nobody else has a cart that was made for this request.
    const cart = mayHaveHold ? `${eventId} ${cartHash}` : null;
    const isTwin =
      (idempotencyKey !== null && keys.has(idempotencyKey)) || (cart !== null && carts.has(cart));
    (isTwin ? twins : first).push(entry);
    if (idempotencyKey !== null) keys.add(idempotencyKey);
    if (cart !== null) carts.add(cart);
  }
  return { first, twins };
}

async function decideAll(backend: Backend, sales: SaleCache, entries: readonly Entry[]): Promise<Decided[]> {
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
    const decision = decide(entry.request, sale, { taken, now, provider: backend.provider });
    decided.push({ entry, decision, sale });
  }
  return decided;
}

/**
 * Reads the present state for requests that would be refused: the clock, the versions, the counters and unknown promo
 * codes. First ends overdue holds of others that take the wanted stock. Tells a request if its key has already made an
 * order, because its first answer may have been lost. Answers the events that were short of stock and now have no
 * overdue holds.
 */
async function lookAgain(db: Db, sales: SaleCache, refused: readonly Decided[]): Promise<Set<number>> {
  const bySale = Map.groupBy(refused, (one) => one.sale);
  const wantsStock = refused.filter(({ decision }) => !decision.ok && isStockRefusal(decision.code));
  const short = [...new Set(wantsStock.map(({ sale }) => sale.catalog.event.id))];
  const asked = {
    counters: refused.flatMap(({ entry, sale }) => countersOf(entry.request, sale)),
    events: [...bySale.keys()].map((sale) => sale.catalog.event),
    keys: refused.flatMap(({ entry }) => entry.request.idempotencyKey ?? []),
    short,
  };
  let present = await findPresent(db, asked);
  if (present.overdue.length > 0) {
    for (const eventId of present.overdue) await expireOverdue(db, { eventId });
    present = await findPresent(db, { ...asked, short: [] });
  }
  sales.setClock(present.now);
  for (const [sale, asking] of bySale) {
    const { id } = sale.catalog.event;
    // The catalogue and its version do not cover whether the account can charge cards.
    const isAboutCards = asking.some(
      (one) => !one.decision.ok && one.decision.code === 'PAYMENTS_NOT_SET_UP',
    );
    const current = present.stale.includes(id) || isAboutCards ? await sales.reload(id) : sale;
    if (!current) continue;
    if (current === sale) noteStock(sale, present.stock);
    for (const { entry } of asking) {
      const { promoCode } = entry.request;
      if (promoCode !== undefined) await sales.ensurePromo(current, promoCode);
    }
  }
  for (const { entry } of refused) {
    if (present.known.includes(entry.request.idempotencyKey ?? '')) entry.answer({ kind: 'look_again' });
  }
  return new Set(short);
}

type AdmittedEntry = { entry: Entry; sale: Sale; reservation: Reservation };

/**
 * Nothing was written. Answers the requests whose reason is known, reads stale catalogues again, and returns the
 * requests that must be tried again.
 */
async function answerUnwritten(
  sales: SaleCache,
  admitted: readonly AdmittedEntry[],
  decided: readonly Decided[],
  outcome: Extract<HoldOutcome, { done: false }>,
): Promise<Entry[]> {
  for (const eventId of outcome.staleEvents) await sales.reload(eventId);
  const places = new Map(outcome.crowded);
  const answerCrowded = (entry: Entry, crowd: string) =>
    entry.answer({ kind: 'crowded', places: outcome.crowded.get(crowd) ?? 0 });
  for (const { entry, reservation } of admitted) {
    const { idempotencyKey, shortId, eventId, addressHash, mostPlaces, replaces } = reservation;
    const isKnown = idempotencyKey !== null && outcome.knownKeys.includes(idempotencyKey);
    const isGone = replaces !== null && outcome.goneHolds.includes(replaces);
    if (isKnown || isGone || outcome.openCarts.includes(shortId)) entry.answer({ kind: 'look_again' });
    const crowd = crowdOf(eventId, addressHash);
    const before = places.get(crowd);
    const growth = growthOf(reservation) ?? 0;
    if (before === undefined || growth <= 0 || entry.isAnswered) continue;
    if (before + growth > (mostPlaces ?? 0)) answerCrowded(entry, crowd);
    else places.set(crowd, before + growth);
  }
  // An address over its cap gets this answer even if stock was short for its request. Otherwise its crowd would use up
  // the tries of all requests in this batch.
  for (const { entry, decision } of decided) {
    const { eventId, addressHash, hasProof, hold: own } = entry.request;
    const crowd = crowdOf(eventId, addressHash);
    if (decision.ok || hasProof || own !== null || (places.get(crowd) ?? 0) < FREE_PLACES) continue;
    answerCrowded(entry, crowd);
  }
  return decided.map((one) => one.entry).filter((entry) => !entry.isAnswered);
}
