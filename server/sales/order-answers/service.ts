import { personName } from '@entrada/contract/accounts/person-name';
import type { HeldAnswers, updateOrderAnswers } from '@entrada/contract/sales/order-answers';
import { asTyped } from '@entrada/contract/words/side-by-side';
import type { z } from 'zod';
import { lockEvent } from '../../catalog/events/service.ts';
import type { Db, Tx } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf } from '../../platform/context.ts';
import { fail, failFields } from '../../platform/errors.ts';
import { inTurn } from '../../platform/turns.ts';
import { findAttendeesOfOrder } from '../attendees/queries.ts';
import { placesOf } from '../orders/core/lines.ts';
import type { Order } from '../orders/core/types.ts';
import { findById, findOrderOfEvent, lockById } from '../orders/queries.ts';
import { type AnswerChange, answerObstacle, type Holder, holdAnswers, readEdits } from './core/edits.ts';
import * as answers from './queries.ts';

type Body = z.output<(typeof updateOrderAnswers)['body']>;
type OfOrder = { eventId: number; orderId: number };
type OfAttendee = { eventId: number; attendeeId: number };
type Attendee = Awaited<ReturnType<typeof findAttendeesOfOrder>>[number];

/** Before its tickets are issued, an order's answers are still the buyer's draft. */
const isIssued = ({ status }: Order) =>
  status === 'completed' || status === 'cancelled' || status === 'awaiting_offline_payment';

/**
 * An order with its questions, answers and attendees. The holder `null` is the order itself; the other holders are the
 * attendees.
 */
async function readOrder(tx: Tx | Db, scope: AccountScope, order: Order) {
  const ticketOf = new Map(placesOf(order).map(({ id, ticketId }) => [id, ticketId]));
  const found = {
    questions: await answers.findOrganizerQuestions(tx, scope, { eventId: order.eventId, orderId: order.id }),
    given: await answers.findGiven(tx, scope, order.id),
    attendees: await findAttendeesOfOrder(tx, scope, order.id),
    eventStatus: await answers.findEventStatus(tx, scope, order.eventId),
  };
  const holderOf = (attendee: Attendee | null): Holder =>
    attendee
      ? { scope: 'attendee', ticketIds: [ticketOf.get(attendee.orderItemId) ?? 0] }
      : { scope: 'order', ticketIds: [...ticketOf.values()] };
  const obstacleOf = (attendee: Attendee | null) =>
    answerObstacle({
      eventStatus: found.eventStatus,
      orderStatus: order.status,
      attendeeStatus: attendee?.status ?? null,
    });
  const givenOf = (attendee: Attendee | null) => found.given.get(attendee?.id ?? null) ?? new Map();
  const show = (attendee: Attendee | null): HeldAnswers => ({
    attendee: attendee && {
      id: attendee.id,
      reference: attendee.reference,
      name: personName(attendee),
      ticketName: asTyped([attendee.ticketName, attendee.priceLabel]),
    },
    obstacle: obstacleOf(attendee),
    answers: holdAnswers(found.questions, givenOf(attendee), holderOf(attendee)),
  });
  return { ...found, holderOf, obstacleOf, givenOf, show };
}

/** The answers of an order, then those of each attendee. Empty until the tickets are issued. Throws NOT_FOUND. */
export async function showOrderAnswers(ctx: Ctx, at: OfOrder): Promise<HeldAnswers[]> {
  const scope = scopeOf(ctx.actor);
  const found = await findOrderOfEvent(ctx.db, scope, at.eventId, at.orderId);
  const order = found && (await findById(ctx.db, found.id));
  if (!order?.buyer) throw fail('NOT_FOUND');
  if (!isIssued(order)) return [];
  const { attendees, show } = await readOrder(ctx.db, scope, order);
  return [null, ...attendees].map(show);
}

/** The answers of one attendee. Throws NOT_FOUND. */
export async function showAttendeeAnswers(ctx: Ctx, at: OfAttendee): Promise<HeldAnswers> {
  const scope = scopeOf(ctx.actor);
  const known = await answers.findAttendeeOfEvent(ctx.db, scope, at.eventId, at.attendeeId);
  const order = known && (await findById(ctx.db, known.orderId));
  if (!order) throw fail('NOT_FOUND');
  const { attendees, show } = await readOrder(ctx.db, scope, order);
  const attendee = attendees.find(({ id }) => id === at.attendeeId);
  if (!attendee) throw fail('NOT_FOUND');
  return show(attendee);
}

/**
 * Changes the answers of an order itself and records the change. Locks the order, then the event. Throws NOT_FOUND,
 * EVENT_ARCHIVED, ORDER_CANCELLED, ORDER_EXPIRED, ORDER_NOT_COMPLETE before the tickets are issued, STALE_VERSION with
 * params.questionId if a question or an answer changed since it was read, and VALIDATION_FAILED.
 */
export function changeOrderAnswers(ctx: Ctx, at: OfOrder, body: Body): Promise<HeldAnswers> {
  const scope = scopeOf(ctx.actor);
  return inTurn(ctx.db, [`order ${at.orderId}`], async (tx) => {
    const found = await findOrderOfEvent(tx, scope, at.eventId, at.orderId);
    const order = found && (await lockById(tx, found.id));
    if (!order?.buyer) throw fail('NOT_FOUND');
    return change(tx, ctx, { order, attendeeId: null, body });
  });
}

/** Changes the answers of one attendee as `changeOrderAnswers` does. Also throws ATTENDEE_CANCELLED. */
export function changeAttendeeAnswers(ctx: Ctx, at: OfAttendee, body: Body): Promise<HeldAnswers> {
  const scope = scopeOf(ctx.actor);
  return inTurn(ctx.db, [`attendee ${at.attendeeId}`], async (tx) => {
    const known = await answers.findAttendeeOfEvent(tx, scope, at.eventId, at.attendeeId);
    const order = known && (await lockById(tx, known.orderId));
    if (!order) throw fail('NOT_FOUND');
    return change(tx, ctx, { order, attendeeId: known.id, body });
  });
}

async function change(
  tx: Tx,
  ctx: Ctx,
  { order, attendeeId, body }: { order: Order; attendeeId: number | null; body: Body },
): Promise<HeldAnswers> {
  const scope = scopeOf(ctx.actor);
  // Questions change only under this lock, so the written wording is the one that is read below.
  await lockEvent(tx, scope, order.eventId);
  if (order.status === 'expired') throw fail('ORDER_EXPIRED');
  if (!isIssued(order)) throw fail('ORDER_NOT_COMPLETE');
  const { questions, attendees, holderOf, obstacleOf, givenOf } = await readOrder(tx, scope, order);
  const attendee = attendees.find(({ id }) => id === attendeeId) ?? null;
  const obstacle = obstacleOf(attendee);
  if (obstacle) throw fail(obstacle);
  const edits = { holder: holderOf(attendee), edits: body.answers };
  const { changes, stale, errors } = readEdits(questions, givenOf(attendee), edits);
  if (stale) throw fail('STALE_VERSION', { params: { questionId: stale.id, version: stale.version } });
  if (errors.length > 0) throw failFields(errors);
  if (changes.length > 0) {
    await answers.writeAnswerChanges(tx, scope, { orderId: order.id, attendeeId }, changes);
    await audit(tx, ctx, scope, {
      action: attendeeId === null ? 'order.answers_changed' : 'attendee.answers_changed',
      target: { type: 'order', id: order.id },
      before: audited(attendeeId, changes, 'before'),
      after: audited(attendeeId, changes, 'after'),
    });
  }
  return (await readOrder(tx, scope, order)).show(attendee);
}

const audited = (attendeeId: number | null, changes: readonly AnswerChange[], side: 'before' | 'after') => ({
  ...(attendeeId !== null && { attendeeId }),
  answers: changes.map((one) => ({ questionId: one.questionId, ...(one[side] ?? { value: null }) })),
});
