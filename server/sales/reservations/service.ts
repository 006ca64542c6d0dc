import { HOLD } from '@entrada/contract/constants';
import type { BuyerOrder, HeldOrder, reserveOrder } from '@entrada/contract/sales/checkout';
import type { z } from 'zod';
import { dayOf, lastOpened, readOpened } from '../../catalog/affiliates/core/clicks.ts';
import { promoCovers } from '../../catalog/promo-codes/core/promo.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { type Ctx, scopeOfRow } from '../../platform/context.ts';
import { type AppError, fail } from '../../platform/errors.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { claimKey, isSameRequest, type NotedKey } from '../../platform/http/idempotency.ts';
import { hashText } from '../../platform/secrets.ts';
import { inTurn } from '../../platform/turns.ts';
import { endPayment } from '../checkout/end-payment.ts';
import { describeHold, showOrder } from '../order-views/buyer-view.ts';
import { getOrder } from '../order-views/service.ts';
import { isPaying } from '../orders/core/order-state.ts';
import type { KnowsBrowser, Order } from '../orders/core/types.ts';
import { attributeHold, countOtherHolds, findOpenHold, setDeadline } from '../orders/hold-queries.ts';
import { endHold, lockOpen } from '../orders/holds.ts';
import * as queries from '../orders/queries.ts';
import { FREE_PLACES, type Refusal } from './core/admission.ts';
import { cameFrom } from './core/came-from.ts';
import type { Reservation } from './core/reservation.ts';
import { isSameSelection } from './core/selection.ts';
import type { Held } from './hold-queries.ts';
import type { Reservations } from './lane.ts';
import { expireOverdue, findLeftHold } from './queries.ts';
import type { Sale } from './sale.ts';
import { affiliateOf, decide, type ReserveRequest } from './sale.ts';

type ReserveInput = {
  eventId: number;
  body: z.output<(typeof reserveOrder)['body']>;
  /**
   * The browser's cookie of opened affiliate links. The last link to this event counts unless the body names another
   * affiliate.
   */
  openedLinks: string | undefined;
  /** The browser's cart cookie, and whether it came with the request or is new. */
  cartToken: string;
  hasCart: boolean;
  idempotencyKey: string | null;
  requestHash: string;
  /** Keyed hash of the caller's network address, for the places that it holds. */
  addressHash: string;
  /** Whether the request had a proof of work. If so, the cap of its address does not apply. */
  hasProof: boolean;
  /** The host of this site, as the caller named it. */
  ownHost: string;
  /** Whether the caller has disconnected. */
  isGone: () => boolean;
};

type Selling = {
  provider: PaymentProvider | null;
  reservations: Reservations;
  knowsBrowser: KnowsBrowser;
};

/** Open holds of one browser, over all events. */
const HOLDS_PER_BROWSER = 3;
/** So many places beyond the free ones make a proof as dear as one more call would. */
const PLACES_PER_CALL = 2;
/** How many times other requests of the same browser may come first before this one is refused with UNAVAILABLE. */
const TRIES = 6;

/**
 * Holds tickets for a browser, or answers the hold that it has. The same key answers the same order. The same selection
 * answers the open hold. Another selection replaces that hold in one step and keeps its deadline, and so does a hold
 * after one that the browser gave up. First ends overdue holds of others, then refuses with the reason and how much is
 * left. Waits in this process's one lane, whose guarded statement writes the request together with others. Throws
 * EVENT_NOT_AVAILABLE, TOO_MANY_HOLDS of one browser, PROOF_REQUIRED with a challenge, and UNAVAILABLE with Retry-After if
 * the lane is full. Amounts in minor units.
 */
export async function reserve(
  ctx: Ctx,
  { provider, reservations, knowsBrowser }: Selling,
  input: ReserveInput,
): Promise<HeldOrder> {
  const { sales } = reservations;
  const cartHash = hashText(input.cartToken);
  const affiliateCode = affiliateCodeOf(ctx, input);
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const sale = await sales.ensure(input.eventId);
    if (!sale) throw fail('EVENT_NOT_AVAILABLE');
    if (input.body.promoCode !== undefined) await sales.ensurePromo(sale, input.body.promoCode);
    const isKnown = input.hasCart && (await knowsBrowser(cartHash));
    const open = isKnown ? await findLiveHold(ctx, input.eventId, cartHash) : null;
    if (open && isAnswer(open, input, sale)) {
      const affiliateId = affiliateOf(affiliateCode, sale);
      if (affiliateId !== null) await attributeHold(ctx.db, open, affiliateId);
      return showOrder(ctx.db, open);
    }
    const request: ReserveRequest = {
      eventId: input.eventId,
      items: input.body.items,
      promoCode: input.body.promoCode,
      affiliateCode,
      source: cameFrom(input.body.visit, input.ownHost),
      expectedTotal: input.body.expectedTotal,
      locale: input.body.locale ?? ctx.locale,
      cartHash,
      mayHaveHold: input.hasCart,
      idempotencyKey: input.idempotencyKey,
      requestHash: input.requestHash,
      addressHash: input.addressHash,
      hasProof: input.hasProof,
      hold: open,
      left: open || !isKnown ? null : await findLeftHold(ctx.db, input.eventId, cartHash),
    };
    if (open && isPaying(open)) {
      // A repeated request gets the order of its key, so it does not end a payment.
      const known = await findByKey(ctx, input);
      if (known) return showOrder(ctx.db, known);
      await leavePaying(ctx, { provider, reservations }, request, open);
      request.hold = null;
      request.left = await findLeftHold(ctx.db, input.eventId, cartHash);
    }
    if (isKnown && (await countHolds(ctx, input, cartHash)) >= HOLDS_PER_BROWSER) {
      throw fail('TOO_MANY_HOLDS');
    }
    const answer = await reservations.submit(request, { isGone: input.isGone });
    switch (answer.kind) {
      case 'held':
        return describeHold(toHeldOrder(answer), answer.facts);
      case 'refused':
        throw toError(answer.refusal);
      case 'crowded':
        throw fail('PROOF_REQUIRED', { params: { weight: (answer.places - FREE_PLACES) / PLACES_PER_CALL } });
      case 'look_again': {
        const known = await findByKey(ctx, input);
        if (known) return showOrder(ctx.db, known);
      }
    }
  }
  throw fail('UNAVAILABLE', { retryAfter: 1 });
}

/** The affiliate in the reservation itself, or else the affiliate whose link to the event the browser opened last. */
function affiliateCodeOf(ctx: Ctx, { body, eventId, openedLinks }: ReserveInput): string | null {
  return body.affiliateCode ?? lastOpened(readOpened(openedLinks), eventId, dayOf(ctx.now));
}

/** The order of a new reservation, without a read from the database. */
function toHeldOrder({ reservation, held, now }: { reservation: Reservation; held: Held; now: Date }): Order {
  const { promo, items } = reservation;
  return {
    ...EMPTY_HOLD,
    id: held.id,
    accountId: reservation.accountId,
    eventId: reservation.eventId,
    shortId: held.shortId,
    reference: held.reference,
    currency: reservation.currency,
    locale: reservation.locale,
    promoCode: promo?.code ?? null,
    promoCounterId: promo?.counterId ?? null,
    listTotal: reservation.listTotal,
    discountTotal: reservation.discountTotal,
    feeTotal: reservation.feeTotal,
    taxAddedTotal: reservation.taxAddedTotal,
    taxIncludedTotal: reservation.taxIncludedTotal,
    total: reservation.total,
    expiresAt: held.expiresAt,
    offlineDueAt: null,
    isExtended: held.isExtended,
    secondsLeft: Math.floor((held.expiresAt.getTime() - now.getTime()) / 1000),
    createdAt: now,
    moved: [],
    items: items.map((item, at) => ({
      ...item,
      id: held.itemIds[at] ?? 0,
      isCancelled: false,
      counterIds: [...item.counterIds],
      charges: [...item.charges],
    })),
  };
}

const EMPTY_HOLD = {
  status: 'reserved',
  paymentStatus: 'none',
  refundStatus: 'none',
  endedReason: null,
  buyer: null,
  sendAllToBuyer: false,
  attendeeDetails: [],
  answers: [],
  refundedTotal: 0,
  completedAt: null,
  buyerVersion: 1,
  isManual: false,
  paidByHand: null,
  exceedsCapacity: false,
  emailCorrections: 0,
  invoiceTo: null,
  invoiceChanges: 0,
  policy: null,
} as const satisfies Partial<Order>;

/** The open hold of a browser. Ends it if it is overdue, so that its places are not counted twice. */
async function findLiveHold(ctx: Ctx, eventId: number, cartHash: string): Promise<Order | null> {
  const open = await findOpenHold(ctx.db, eventId, cartHash);
  if (!open || (open.secondsLeft ?? 0) > 0) return open;
  return (await expireOverdue(ctx.db, { orderId: open.id })) > 0 ? null : open;
}

function toError(refusal: Refusal): AppError {
  return fail(refusal.code, {
    ...(refusal.params && { params: refusal.params }),
    ...(refusal.errors && { errors: refusal.errors }),
  });
}

const countHolds = (ctx: Ctx, input: ReserveInput, cartHash: string) =>
  countOtherHolds(ctx.db, input.eventId, cartHash);

/**
 * The order that was made with this key. Only the browser that made it gets it. A browser that never got the reply has
 * no cart cookie, so a hold without a buyer is also answered at the network address that made it.
 */
async function findByKey(ctx: Ctx, input: ReserveInput): Promise<Order | null> {
  if (input.idempotencyKey === null) return null;
  const order = await queries.findByKey(ctx.db, input.idempotencyKey);
  if (!order) return null;
  const isSameBrowser = order.cartHash?.toString('hex') === hashText(input.cartToken);
  const isLostReply = order.buyer === null && order.addressHash?.toString('hex') === input.addressHash;
  const isOwn = isSameBrowser || isLostReply;
  if (!isOwn || !isSameRequest(order.requestHash, input.requestHash)) throw fail('IDEMPOTENCY_KEY_REUSED');
  return order;
}

/** Whether this live hold has exactly the requested selection and the total that the buyer saw. */
function isAnswer(hold: Order, { body }: ReserveInput, sale: Sale): boolean {
  if ((hold.secondsLeft ?? 0) <= 0) return false;
  if (body.expectedTotal !== undefined && body.expectedTotal !== hold.total) return false;
  const items = body.items.map((item) => {
    const found = sale.prices.get(item.priceId);
    const donated = found?.ticket.type === 'donation' ? found.price.amount : undefined;
    return { ...item, donation: item.donation ?? donated };
  });
  return isSameSelection(hold, { items, promoCode: usedCode(sale, body) });
}

/** The promo code that a selection would use. Null if the code is for none of the chosen tickets. */
function usedCode(sale: Sale, { promoCode, items }: ReserveInput['body']): string | null {
  if (promoCode === undefined) return null;
  const promo = sale.promos.get(promoCode);
  if (!promo) return promoCode;
  const isUsed = items.some((item) => {
    const found = sale.prices.get(item.priceId);
    return found !== undefined && promoCovers(promo, found.ticket.id);
  });
  return isUsed ? promo.code : null;
}

/**
 * A hold with an open payment is not replaced. Once the new selection is sure to be possible, the hold and its payment
 * are ended, as if the buyer left.
 */
async function leavePaying(
  ctx: Ctx,
  { provider, reservations }: Pick<Selling, 'provider' | 'reservations'>,
  request: ReserveRequest,
  hold: Order,
): Promise<void> {
  // A payment that was ended cannot be resumed, so this decision uses fresh facts.
  await expireOverdue(ctx.db, { eventId: request.eventId });
  const sale = await reservations.sales.reload(request.eventId);
  if (!sale) throw fail('EVENT_NOT_AVAILABLE');
  if (request.promoCode !== undefined) await reservations.sales.ensurePromo(sale, request.promoCode);
  const decision = decide(request, sale, { taken: new Map(), now: reservations.sales.now(), provider });
  if (!decision.ok) throw toError(decision);
  await inTurn(ctx.db, turnsOf(hold), (tx) => endHold(tx, hold.id, 'replaced'));
  await endPayment(ctx, provider, hold.id);
}

const turnsOf = ({ id, eventId }: Order) => [`order ${id}`, `stock of event ${eventId}`];

/**
 * Extends a live hold once, by ten minutes. A repeated key answers the order as it stands. Throws
 * ORDER_ALREADY_EXTENDED, or the reason why the order is closed. Locks the order.
 */
export async function extendHold(ctx: Ctx, shortId: string, key: NotedKey | null): Promise<BuyerOrder> {
  await inTurn(ctx.db, [`order ${shortId}`], async (tx) => {
    if (!(await claimKey(tx, key))) return;
    const order = await lockOpen(tx, shortId);
    if (order.isExtended) throw fail('ORDER_ALREADY_EXTENDED');
    await setDeadline(tx, scopeOfRow(order), order.id, {
      kind: 'extend',
      seconds: HOLD.extensionSeconds,
    });
    failpoint('extend.before-commit');
  });
  failpoint('extend.after-commit');
  return getOrder(ctx, shortId);
}

/**
 * Gives the tickets back. First ends an open payment at the provider; if that payment succeeded first, it completes the
 * order. A repetition changes nothing; a repeated key says so whatever became of the order since. Locks the order, then
 * counters. Throws ORDER_NOT_FOUND, ORDER_COMPLETED for a completed order, ORDER_AWAITING_PAYMENT for one that waits for
 * an offline payment.
 */
export async function abandon(
  ctx: Ctx,
  provider: PaymentProvider | null,
  shortId: string,
  key: NotedKey | null,
): Promise<void> {
  const order = await queries.findByShortId(ctx.db, shortId);
  if (!order) throw fail('ORDER_NOT_FOUND');
  const hasPayment = await inTurn(ctx.db, turnsOf(order), async (tx) => {
    const isNew = await claimKey(tx, key);
    const isKept = order.status === 'completed' || order.status === 'awaiting_offline_payment';
    if (!isKept) return endHold(tx, order.id, 'abandoned');
    if (isNew) throw fail(order.status === 'completed' ? 'ORDER_COMPLETED' : 'ORDER_AWAITING_PAYMENT');
    return false;
  });
  failpoint('abandon.after-commit');
  if (hasPayment) await endPayment(ctx, provider, order.id);
}
