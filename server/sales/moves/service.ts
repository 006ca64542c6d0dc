import type { AttendeeDetail } from '@entrada/contract/sales/holders';
import type { moveAttendee as moveEndpoint } from '@entrada/contract/sales/moves/to-another-ticket';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import type { z } from 'zod';
import { inLockedEvent } from '../../catalog/events/service.ts';
import { demandOf } from '../../catalog/inventory/core/demand.ts';
import { exchangeSold } from '../../catalog/inventory/queries.ts';
import type { Tx } from '../../db/client.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { audit } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, userOf } from '../../platform/context.ts';
import { AppError, expectVersion, fail, failFields } from '../../platform/errors.ts';
import { claimKey } from '../../platform/http/idempotency.ts';
import { queueMail } from '../../platform/mail/mailer.ts';
import { showAttendee } from '../holders/detail.ts';
import {
  type At,
  type Call,
  expectNamed,
  type Locked,
  lockBoth,
  personOf,
  renewCode,
  ticketMail,
} from '../holders/service.ts';
import { billAnew, type ChangeDocuments } from '../invoices/anew.ts';
import type { Issuer } from '../invoices/core/content.ts';
import { findBilledItem } from '../invoices/credit-queries.ts';
import { giveBack } from '../refunds/give-back.ts';
import { expireOverdue } from '../reservations/queries.ts';
import type { Place } from './core/choices.ts';
import { isChange } from './core/price.ts';
import { readMove } from './facts.ts';
import * as queries from './queries.ts';

type Wish = z.output<(typeof moveEndpoint)['body']>;
type Facts = Awaited<ReturnType<typeof readMove>>;
type Moving = Locked & { wish: Wish; facts: Facts; place: Place };

/**
 * Moves an attendee to another ticket or price: the old place is on sale again and the new one is taken, both or none.
 * The ticket gets a new code; the old one and the old address are no longer valid at the commit. The difference in price
 * is waived, owed or given back, and stands in a record of its own: the order's lines and totals stay as sold. What
 * an invoice bills is credited and invoiced anew, unless the difference is waived. Overdue holds of others end if they keep
 * the place. Minor units. Locks event, order, attendee, payment, series of numbers, then counters. Throws
 * NOT_FOUND, STALE_VERSION with `version`, one of MOVE_OBSTACLES or SETTLEMENT_OBSTACLES, TOTAL_CHANGED with `total` (the
 * difference), NOT_ENOUGH_LEFT with `left`, RATE_LIMITED, VALIDATION_FAILED.
 */
export async function moveAttendee(
  ctx: Ctx,
  provider: PaymentProvider | null,
  at: At,
  asked: Call & { wish: Wish },
): Promise<AttendeeDetail> {
  const move = () =>
    inLockedEvent(ctx, at.eventId, async (tx, scope) => {
      const locked = await lockBoth(tx, ctx, at);
      if (!(await claimKey(tx, asked.key))) return;
      const moving = await prepare(tx, provider, locked, asked.wish);
      await carryOut(tx, ctx, provider, scope, { ...moving, mayMail: asked.mayMail });
    });
  await move().catch(async (error: unknown) => {
    const isScarce = error instanceof AppError && error.code === 'NOT_ENOUGH_LEFT';
    if (!isScarce || (await expireOverdue(ctx.db, { eventId: at.eventId })) === 0) throw error;
    await move();
  });
  return showAttendee(ctx, at);
}

/** The place that is wished for, and all that is known of the move. Throws what stands against it. */
async function prepare(
  tx: Tx,
  provider: PaymentProvider | null,
  locked: Locked,
  wish: Wish,
): Promise<Moving> {
  const { scope, order, one } = locked;
  expectVersion(wish.version, one.version);
  const facts = await readMove(tx, scope, provider, { order, one });
  if (facts.obstacle) throw fail(facts.obstacle);
  const place = facts.places.find(({ priceId }) => priceId === wish.priceId);
  if (!place) {
    const isSame = wish.priceId === facts.current.priceId;
    throw failFields([{ path: 'priceId', code: isSame ? 'invalid_choice' : 'not_found' }]);
  }
  if (place.difference !== wish.expectedDifference)
    throw fail('TOTAL_CHANGED', { params: { total: place.difference } });
  if (place.difference !== 0 && (!wish.settlement || !place.settlements.includes(wish.settlement))) {
    if (wish.settlement && place.obstacle)
      throw fail(place.obstacle, { params: { remaining: facts.money.refundable } });
    throw failFields([{ path: 'settlement', code: wish.settlement ? 'invalid_choice' : 'required' }]);
  }
  return { ...locked, wish, facts, place };
}

/** Writes everything, the counters last, so that they stay locked no longer than the commit takes. */
async function carryOut(
  tx: Tx,
  ctx: Ctx,
  provider: PaymentProvider | null,
  scope: AccountScope,
  { mayMail, ...moving }: Moving & Pick<Call, 'mayMail'>,
): Promise<void> {
  const { order, one, wish, facts, place } = moving;
  const settlement = place.difference === 0 ? 'none' : (wish.settlement ?? 'none');
  const sends = wish.sendTicket && one.email !== '';
  if (sends) await expectNamed(tx, moving);
  if (sends) mayMail(one.email.toLowerCase());
  const codeVersion = await renewCode(tx, moving);
  const toItemId = await queries.writePlace(tx, scope, {
    attendeeId: one.id,
    orderId: order.id,
    soldItemId: facts.soldItemId,
    place,
  });
  const goesBack = settlement === 'given_back';
  const issuer = settlement !== 'waived' && isChange(place.change) ? facts.issuer : null;
  const refund =
    goesBack && facts.wayBack !== 'by_hand'
      ? await giveBack(tx, ctx, order, {
          provider,
          money: facts.money,
          amount: -place.difference,
          note: noteOf(moving),
          notify: wish.sendTicket && order.buyer?.email !== '',
          path: 'settlement',
          isCredited: issuer !== null,
        })
      : null;
  const documents =
    issuer && (await billPlace(tx, ctx, { ...moving, issuer, toItemId, isOwed: settlement === 'owed' }));
  if (sends) {
    const occasion = `code-${codeVersion}`;
    await queueMail(tx, ticketMail(moving, personOf(one), { codeVersion, occasion, replacesOlder: true }));
  }
  const over = await takePlace(tx, scope, moving);
  const moveId = await queries.insertMove(tx, scope, {
    eventId: order.eventId,
    orderId: order.id,
    attendeeId: one.id,
    fromItemId: one.orderItemId,
    toItemId,
    place,
    settlement,
    refundId: refund?.id ?? null,
    documents,
    isSettled: goesBack && !refund,
    exceedsCapacity: over.size > 0,
    createdBy: userOf(ctx.actor).userId,
  });
  const titleOf = ({ ticketName, priceLabel }: { ticketName: string; priceLabel: string }) =>
    [ticketName, priceLabel].filter(Boolean).join(', ');
  await audit(tx, ctx, scope, {
    action: 'attendee.moved',
    target: { type: 'order', id: order.id },
    before: { attendeeId: one.id, ticket: titleOf(facts.current) },
    after: {
      attendeeId: one.id,
      ticket: titleOf(place),
      moveId,
      codeVersion,
      settlement,
      amount: settlement === 'none' ? null : place.difference,
      ...(over.size > 0 && { exceeded: [...over].map(([counterId, by]) => ({ counterId, by })) }),
    },
  });
}

/** Credits the place as it was, invoices it as it is now, and sends the buyer both if that is wished for. */
async function billPlace(
  tx: Tx,
  ctx: Ctx,
  moving: Moving & { issuer: Issuer; toItemId: number; isOwed: boolean },
): Promise<ChangeDocuments> {
  const { scope, order, one, wish, facts, place, issuer, toItemId, isOwed } = moving;
  const documents = await billAnew(tx, ctx, order, issuer, {
    was: { itemId: await findBilledItem(tx, scope, one.id), total: facts.value.unitTotal },
    becomes: {
      ...place.unit,
      id: toItemId,
      ticketId: place.ticketId,
      priceId: place.priceId,
      ticketName: place.ticketName,
      priceLabel: place.priceLabel,
      quantity: 1,
      admits: true,
      isCancelled: false,
      counterIds: place.counterIds,
    },
    open: facts.open + (isOwed ? place.difference : 0),
  });
  if (wish.sendTicket && order.buyer?.email) {
    await queueMail(tx, {
      kind: 'order_invoiced_anew',
      dedupeKey: `invoiced-anew:${documents.creditNoteId ?? '-'}:${documents.invoiceId ?? '-'}`,
      accountId: order.accountId,
      orderId: order.id,
      to: order.buyer.email,
      locale: order.locale,
      data: documents,
    });
  }
  return documents;
}

/** What a refund for a move is noted with, for the team: the ticket's number, and from where to where. */
const noteOf = ({ one, facts, place, order }: Moving) =>
  `${one.reference}: ${sideBySide([facts.current.ticketName, facts.current.priceLabel], order.locale)} → ${sideBySide(
    [place.ticketName, place.priceLabel],
    order.locale,
  )}`.slice(0, 1000);

/** Exchanges the places. Answers by how many each counter is exceeded. Throws NOT_ENOUGH_LEFT. */
async function takePlace(
  tx: Tx,
  scope: AccountScope,
  { facts: { current }, place, wish }: Moving,
): Promise<Map<number, number>> {
  const unit = (counterIds: readonly number[]) => demandOf([{ quantity: 1, counterIds }], null);
  const over = await exchangeSold(
    tx,
    scope,
    { give: unit(current.counterIds), take: unit(place.counterIds) },
    { beyond: wish.exceedCapacity },
  );
  if (over) return over;
  throw fail('NOT_ENOUGH_LEFT', {
    params: {
      left: 0,
      priceId: place.priceId,
      ticketId: place.ticketId,
      ticket: place.ticketName,
      price: place.priceLabel,
    },
  });
}
