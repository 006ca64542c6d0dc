import { setTimeout as pause } from 'node:timers/promises';
import type { BuyerQuestion } from '@entrada/contract/catalog/questions';
import type { SavedOrder, saveOrderDetails } from '@entrada/contract/sales/checkout';
import type { z } from 'zod';
import { type Database, type Db, inTransaction, type Tx } from '../../db/client.ts';
import { errorCodeOf, SQLSTATE } from '../../db/errors.ts';
import { together } from '../../db/pipeline.ts';
import { readNow } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { type AppError, fail, failFields } from '../../platform/errors.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { findNotedKeys, type NotedKey, noteKeys } from '../../platform/http/idempotency.ts';
import { createLane, halves, type Lane, runSplitting, type Waiting } from '../../platform/lane.ts';
import type { IssuedRow } from '../attendees/queries.ts';
import { toUncoded } from '../attendees/service.ts';
import { draftGroups, readAnswers } from '../order-answers/core/drafts.ts';
import { askedOf, describeOrder, showOrder } from '../order-views/buyer-view.ts';
import { canNameLater } from '../order-views/core/withheld.ts';
import { whyClosed } from '../orders/core/open.ts';
import type { Order } from '../orders/core/types.ts';
import { type EventFacts, findEventsBehind } from '../orders/event-queries.ts';
import { personErrors } from '../orders/person-limits.ts';
import { findPersonLimitsBehind } from '../orders/person-queries.ts';
import * as queries from '../orders/queries.ts';
import { completeFree } from './completion.ts';
import { attendeeDetailsOf, attendeeErrors, laterUnits, recipientsOf } from './core/attendee-details.ts';
import { writeDetails } from './queries.ts';

type DetailsRequest = {
  shortId: string;
  body: z.output<(typeof saveOrderDetails)['body']>;
  idempotencyKey: string | null;
  requestHash: string;
};
/**
 * The order as it stands after the save, with its tickets if nothing had to be paid. Null: the same request was saved
 * before. `locked`: somebody else has the order.
 */
type DetailsSaved = { order: Order; event: EventFacts; issued: readonly IssuedRow[] } | 'locked' | null;
type DetailsLane = Lane<DetailsRequest, DetailsSaved>;

type Entry = Waiting<DetailsRequest, DetailsSaved>;

/** How long a request waits for its order, and how often it looks. It waits outside of the lane, without a connection. */
const LOCKED_MS = 1_500;
const LOOK_MS = 50;

/**
 * The lane that saves buyers and attendees. It also completes the orders with nothing to pay, all waiting ones in one
 * transaction. Otherwise a crowd that claims free tickets would queue for the same counter, one commit at a time. Locks
 * the orders in the order of their ids, then people with a limit, then counters. An order that somebody else has is
 * left out. Refuses with VALIDATION_FAILED if the
 * attendees do not fit the lines or a person would have too many of a ticket, with the reason why an order is closed,
 * with EVENT_CALLED_OFF or with ORDER_NOT_FOUND.
 */
export function createDetailsLane({ database }: { database: Pick<Database, 'apart'> }): DetailsLane {
  const db = database.apart.checkout;
  return createLane<DetailsRequest, DetailsSaved>({
    run: async (batch) => {
      const byOrder = [...Map.groupBy(batch, (entry) => entry.request.shortId).values()];
      // Requests for the same order run one after the other.
      for (let turn = 0; byOrder.some((entries) => entries.length > turn); turn += 1) {
        const part = byOrder.flatMap((entries) => entries[turn] ?? []);
        const wants: Wants = new Map();
        await runSplitting(part, {
          run: (entries) => saveTogether(db, entries, wants),
          split: (failed, error) => splitByWant(wants, failed, error),
        });
      }
    },
  });
}

/** The event whose counters a free order locks, by the order's link. Null for an order that has to be paid. */
type Wants = Map<string, number | null>;

/** If a counter is locked, only its own event waits for it, and not a second time. */
function splitByWant(wants: Wants, failed: readonly Entry[], error: unknown): readonly (readonly Entry[])[] {
  if (errorCodeOf(error) !== SQLSTATE.lockNotAvailable) return halves(failed);
  const byEvent = [...Map.groupBy(failed, ({ request }) => wants.get(request.shortId)).values()];
  return byEvent.length > 1 ? byEvent : [];
}

async function submitUntilFree(
  lane: DetailsLane,
  request: DetailsRequest,
): Promise<Exclude<DetailsSaved, 'locked'>> {
  const begun = performance.now();
  for (;;) {
    const saved = await lane.submit(request);
    if (saved !== 'locked') return saved;
    if (performance.now() - begun > LOCKED_MS) throw fail('UNAVAILABLE', { retryAfter: 1 });
    await pause(LOOK_MS);
  }
}

/**
 * Saves the buyer and the attendees in the lane. Answers the order, with its tickets if nothing has to be paid. A
 * repeated key with the same request answers the order as it stands. A repeated key with another request throws
 * IDEMPOTENCY_KEY_REUSED. Codes are signed for whoever looks at a ticket next, and not here for a crowd. `count` may
 * refuse first: anybody can name strangers here, who then get mails of the order.
 */
export async function saveDetails(
  ctx: Ctx,
  lane: DetailsLane,
  request: DetailsRequest,
  count: (people: readonly string[]) => Promise<void>,
): Promise<SavedOrder> {
  await count(recipientsOf(request.body));
  const saved = await submitUntilFree(lane, request);
  if (saved && saved.order.status === 'completed') {
    return describeOrder(saved.order, saved.event, {
      payment: null,
      issued: saved.issued.map(toUncoded),
      answered: draftGroups(saved.order),
    });
  }
  const order = saved?.order ?? (await queries.findByShortId(ctx.db, request.shortId));
  if (!order) throw fail('ORDER_NOT_FOUND');
  return showOrder(ctx.db, order);
}

type Saved = { entry: Entry; order: Order; event: EventFacts };
type Refused = { entry: Entry; error: AppError };

async function saveTogether(db: Db, entries: readonly Entry[], wants: Wants): Promise<void> {
  const { saved, refused, repeated, locked, issued, completedAt } = await inTransaction(db, async (tx) => {
    const { saved, refused, repeated, locked, now, ticketIds } = await lockAndCheck(tx, entries);
    for (const one of saved) wants.set(one.order.shortId, isFree(one) ? one.order.eventId : null);
    const [free, toPay] = [saved.filter(isFree), saved.filter((one) => !isFree(one))];
    const paying = toPay.map(({ order }) => detailsOf(order));
    const keys = saved.flatMap(({ entry }) => keyOf(entry.request) ?? []);
    const completing = free.map(({ order }) => order);
    const [, , issued] = await together(
      tx,
      () => writeDetails(tx, paying),
      () => noteKeys(tx, keys),
      () => completeFree(tx, completing, ticketIds),
    );
    failpoint('details.before-commit');
    return { saved, refused, repeated, locked, issued, completedAt: now };
  });
  failpoint('details.after-commit');
  for (const { entry, error } of refused) entry.refuse(error);
  for (const entry of repeated) entry.answer(null);
  for (const entry of locked) entry.answer('locked');
  const tickets = Map.groupBy(issued, (one) => one.order_id);
  for (const { entry, order, event } of saved) {
    const now = order.total === 0 ? { ...order, ...COMPLETED, completedAt } : order;
    entry.answer({ order: now, event, issued: tickets.get(order.id) ?? [] });
  }
}

const COMPLETED = {
  status: 'completed',
  paymentStatus: 'not_required',
  expiresAt: null,
  secondsLeft: null,
} as const satisfies Partial<Order>;

const isFree = ({ order }: Saved) => order.total === 0;

const keyOf = ({ shortId, idempotencyKey: key, requestHash: hash }: DetailsRequest): NotedKey | null =>
  key === null ? null : { scope: `order details ${shortId}`, key, hash };

const detailsOf = (order: Order) => ({
  orderId: order.id,
  firstName: order.buyer?.firstName ?? '',
  lastName: order.buyer?.lastName ?? '',
  email: order.buyer?.email ?? '',
  sendAllToBuyer: order.sendAllToBuyer,
  attendees: order.attendeeDetails,
  answers: order.answers,
  locale: order.locale,
});

/** The questions of some events. An event without questions needs no query for them. */
async function findAsked(tx: Tx, events: readonly EventFacts[]): Promise<Map<number, BuyerQuestion[]>> {
  const asked = await together<BuyerQuestion[][]>(tx, ...events.map((event) => () => askedOf(tx, event)));
  return new Map(events.map(({ id }, at) => [id, asked[at] ?? []]));
}

type Checked = {
  saved: Saved[];
  refused: Refused[];
  repeated: Entry[];
  locked: Entry[];
  /** The database's clock. */
  now: Date;
  /** Ids for the tickets of the free orders. */
  ticketIds: readonly number[];
};

/**
 * Locks the orders and checks each request. A saved order carries the new details. Also reads what completing the free
 * ones needs, because everything that is asked by the links takes one round trip.
 */
async function lockAndCheck(tx: Tx, entries: readonly Entry[]): Promise<Checked> {
  const shortIds = entries.map((entry) => entry.request.shortId);
  const keys = entries.flatMap((entry) => keyOf(entry.request) ?? []);
  const [{ orders, locked: taken, ticketIds }, noted, events, limits, now] = await together(
    tx,
    () => queries.lockByShortIds(tx, shortIds),
    () => findNotedKeys(tx, keys),
    () => findEventsBehind(tx, shortIds),
    () => findPersonLimitsBehind(tx, shortIds),
    () => readNow(tx),
  );
  const asked = await findAsked(tx, [...events.values()]);
  const [saved, refused, repeated, locked]: [Saved[], Refused[], Entry[], Entry[]] = [[], [], [], []];
  for (const entry of entries) {
    const key = keyOf(entry.request);
    const known = key && noted.get(`${key.scope} ${key.key}`);
    if (known) {
      if (known.isSame) repeated.push(entry);
      else refused.push({ entry, error: fail('IDEMPOTENCY_KEY_REUSED') });
      continue;
    }
    if (taken.has(entry.request.shortId)) {
      locked.push(entry);
      continue;
    }
    const order = orders.get(entry.request.shortId);
    const isCalledOff = order !== undefined && events.get(order.eventId)?.calledOffAt != null;
    const code = isCalledOff ? 'EVENT_CALLED_OFF' : order ? whyClosed(order) : 'ORDER_NOT_FOUND';
    if (!order || code) {
      refused.push({ entry, error: fail(code ?? 'ORDER_NOT_FOUND') });
      continue;
    }
    const event = events.get(order.eventId);
    if (!event) throw new Error(`Event ${order.eventId} of an order was not read`);
    const { body } = entry.request;
    const isPerTicket = event.attendeeDetails === 'per_ticket' && !body.sendAllToBuyer;
    const attendees = isPerTicket ? attendeeDetailsOf(body.attendees) : [];
    const mayBeLater = canNameLater(order, { startsAt: event.startsAt, now });
    const questions = asked.get(event.id) ?? [];
    const { answers, errors } = readAnswers(order.items, questions, body, laterUnits(order.items, attendees));
    const wrong = [...(isPerTicket ? attendeeErrors(order.items, attendees, mayBeLater) : []), ...errors];
    if (wrong.length > 0) refused.push({ entry, error: failFields(wrong) });
    else
      saved.push({
        entry,
        order: {
          ...withDetails(order, body),
          sendAllToBuyer: !isPerTicket,
          attendeeDetails: attendees,
          answers,
        },
        event,
      });
  }
  const tooMany = await personErrors(
    tx,
    saved.map(({ order }) => order),
    limits,
  );
  for (const { entry, order } of saved) {
    const errors = tooMany.get(order.id);
    if (errors) refused.push({ entry, error: failFields(errors) });
  }
  const fit = saved.filter(({ order }) => !tooMany.has(order.id));
  return { saved: fit, refused, repeated, locked, now, ticketIds };
}

function withDetails(order: Order, body: DetailsRequest['body']): Order {
  const { firstName, lastName, email } = body;
  return { ...order, buyer: { firstName, lastName, email }, locale: body.locale ?? order.locale };
}
