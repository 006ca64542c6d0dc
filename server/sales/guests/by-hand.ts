import type { AnswerSheet } from '@entrada/contract/catalog/answers';
import type { PaidByHand } from '@entrada/contract/sales/orders';
import { demandOf } from '../../catalog/inventory/core/demand.ts';
import { findUnits, takeBeyond, takeSold } from '../../catalog/inventory/queries.ts';
import { findBuyerQuestions } from '../../catalog/questions/queries.ts';
import type { Tx } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import type { AccountScope, Ctx } from '../../platform/context.ts';
import { fail, failFields } from '../../platform/errors.ts';
import { isSameRequest } from '../../platform/http/idempotency.ts';
import type { IssuedRow } from '../attendees/queries.ts';
import { completeByHand } from '../checkout/completion.ts';
import { insertNotes } from '../notes/queries.ts';
import { readAnswers } from '../order-answers/core/drafts.ts';
import type { Order } from '../orders/core/types.ts';
import { findByKey, lockById } from '../orders/queries.ts';
import { type Chosen, firstShort, withoutDuty } from './core/guests.ts';
import { insertHeldOrders, lineOf, markExceeding } from './queries.ts';

type Person = { firstName: string; lastName: string; email: string };

/** What a person adds by hand, as one order. */
export type ByHand = {
  eventId: number;
  currency: string;
  locale: string;
  /** Each line with who comes by it. The first person of the first line stands for the buyer. */
  lines: readonly { chosen: Chosen; people: readonly Person[] }[];
  payment: PaidByHand | null;
  notify: boolean;
  exceedCapacity: boolean;
  sheets?: { answers?: AnswerSheet | undefined; attendeeAnswers?: AnswerSheet[] | undefined };
  note?: { userId: number; body: string };
  idempotencyKey: string | null;
  requestHash: string;
  /** What the audit says besides. */
  facts?: Record<string, unknown>;
};

/** The order that was already added with this key. Throws IDEMPOTENCY_KEY_REUSED if it was another request. */
export async function addedBefore(tx: Tx, key: string | null, hash: string): Promise<number | null> {
  const before = key === null ? null : await findByKey(tx, key);
  if (!before) return null;
  if (isSameRequest(before.requestHash, hash)) return before.id;
  throw fail('IDEMPOTENCY_KEY_REUSED');
}

/**
 * Writes and completes an order of people who are added by hand: issues their tickets, takes their places, records it,
 * and mails whoever has an address if wanted. The event must be locked. Locks counters last. Answers the issued tickets.
 * Throws NOT_ENOUGH_LEFT with `left` and the line, VALIDATION_FAILED.
 */
export async function addByHand(
  tx: Tx,
  ctx: Ctx,
  scope: AccountScope,
  wish: ByHand,
): Promise<{ orderId: number; total: number; issued: IssuedRow[] }> {
  const { lines, payment, notify } = wish;
  const total = lines.reduce((sum, { chosen }) => sum + chosen.priced.total, 0);
  const order = await prepare(tx, scope, wish);
  if (wish.note) await insertNotes(tx, scope, [{ orderId: order.id, ...wish.note }]);
  let over = new Map<number, number>();
  const issued = await completeByHand(tx, [{ order, event: total > 0 ? 'added_paid' : 'added_free' }], {
    notify,
    mailsPerDay: ctx.config.bulkMailsPerDay,
    take: async () => {
      over = await takePlaces(tx, scope, wish, order);
      if (over.size > 0) await markExceeding(tx, scope, [order.id]);
    },
  });
  await audit(tx, ctx, scope, {
    action: 'order.added_by_hand',
    target: { type: 'order', id: order.id },
    after: {
      attendeeIds: issued.map(({ id }) => id),
      total,
      payment,
      notify,
      ...wish.facts,
      ...(over.size > 0 && { exceeded: [...over].map(([counterId, by]) => ({ counterId, by })) }),
    },
  });
  return { orderId: order.id, total, issued };
}

/** Writes the order, and answers it with the people and the answers that were typed. Throws VALIDATION_FAILED. */
async function prepare(tx: Tx, scope: AccountScope, wish: ByHand): Promise<Order> {
  const { eventId, currency, locale, lines, payment, idempotencyKey, requestHash, sheets = {} } = wish;
  const [id] = await insertHeldOrders(tx, scope, [
    {
      eventId,
      currency,
      locale,
      lines: lines.map(({ chosen, people }, position) => ({ ...lineOf(chosen, people.length), position })),
      paidByHand: payment,
      // It never passes: this transaction completes the order.
      holdSeconds: 60,
      idempotencyKey,
      requestHash,
    },
  ]);
  const order = id === undefined ? null : await lockById(tx, id);
  const buyer = lines[0]?.people[0];
  if (!order || !buyer) throw new Error('An order that was just written is gone');
  const questions = withoutDuty(await findBuyerQuestions(tx, scope, eventId));
  const { answers, errors } = readAnswers(order.items, questions, sheets);
  if (errors.length > 0) throw failFields(errors);
  const attendeeDetails = lines.flatMap(({ chosen, people }) => {
    const item = order.items.find(({ priceId }) => priceId === chosen.price.id);
    if (!item) throw new Error('An order that was just written lost a line');
    return people.map((person) => ({ itemId: item.id, ...person }));
  });
  return { ...order, buyer, sendAllToBuyer: false, attendeeDetails, answers };
}

/** Takes the places. Answers by how many each counter is exceeded. Throws NOT_ENOUGH_LEFT. */
async function takePlaces(
  tx: Tx,
  scope: AccountScope,
  { exceedCapacity, lines }: ByHand,
  order: Order,
): Promise<Map<number, number>> {
  const demand = demandOf(order.items, null);
  if (await takeSold(tx, scope, demand)) return new Map();
  if (exceedCapacity) return takeBeyond(tx, scope, demand);
  const units = await findUnits(tx, scope, [...demand.keys()]);
  const asked = lines.map(({ chosen, people }) => ({ chosen, quantity: people.length }));
  const { chosen, left } = firstShort(asked, units);
  const { ticket, price } = chosen;
  throw fail('NOT_ENOUGH_LEFT', {
    params: { left, priceId: price.id, ticketId: ticket.id, ticket: ticket.name, price: price.label },
  });
}
