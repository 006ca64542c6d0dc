import type { BuyerOrder, reserveOrder } from '@entrada/contract/checkout';
import type { z } from 'zod';
import { type CatalogForSale, findCatalogForSale, findPromoCode, promoCovers } from '../catalog/service.ts';
import { type Demand, demandOf } from '../inventory/service.ts';
import type { Ctx } from '../platform/context.ts';
import { type Db, inTransaction, type Tx } from '../platform/db/client.ts';
import { type AppError, fail } from '../platform/errors.ts';
import { enqueue } from '../platform/jobs.ts';
import type { PaymentProvider } from '../platform/payments-port.ts';
import { hashToken } from '../platform/secrets.ts';
import { showOrder } from './buyer-order.ts';
import { type Admitted, admit, isStockRefusal, type Refusal } from './core/admission.ts';
import { isSameSelection } from './core/selection.ts';
import type { Order } from './core/types.ts';
import { endPayment } from './ending.ts';
import { expireOverdue } from './expiry-queries.ts';
import { endHold } from './holds.ts';
import { expireHoldRef } from './job-refs.ts';
import { toOffers, toPromoOffer } from './offers.ts';
import * as queries from './queries.ts';
import { toReservation } from './reservation.ts';
import { holdTogether } from './reserve-lane.ts';

export type ReserveInput = {
  eventId: number;
  body: z.output<(typeof reserveOrder)['body']>;
  /** The browser's cart cookie. */
  cartToken: string;
  idempotencyKey: string | null;
  requestHash: Buffer;
};

/** Open holds of one browser, over all events. */
const HOLDS_PER_BROWSER = 3;
/** The catalogue or a counter changed between decision and statement so often in a row: honest to give up. */
const TRIES = 6;

/** Clashes with what another request wrote at the same moment, and deadlocks: both are settled by looking again. */
const isClash = (error: unknown) =>
  error instanceof Error && 'code' in error && ['23505', '40P01', '40001'].includes(String(error.code));

/**
 * Holds tickets for a browser, or answers the hold it has: the same key answers the same order, the same selection the
 * open hold, another selection replaces it in one step. Refuses with what failed and how much is left, after overdue
 * holds of others have been released. Decides without locks; one guarded statement writes. Amounts in minor units.
 */
export async function reserve(
  ctx: Ctx,
  provider: PaymentProvider | null,
  input: ReserveInput,
): Promise<BuyerOrder> {
  let swept = false;
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const known = await findByKey(ctx, input);
    if (known) return showOrder(ctx.db, known);
    const cartHash = hashToken(input.cartToken);
    const open = await queries.findOpenHold(ctx.db, input.eventId, cartHash);
    if (open && (await isAnswer(ctx, open, input))) return showOrder(ctx.db, open);
    const hold = open && (await leavePaying(ctx, provider, open, input));
    try {
      const outcome = await inTransaction(ctx.db, (tx) =>
        tryToHold(tx, ctx, provider, { input, cartHash, hold }),
      );
      if (outcome.kind === 'held') {
        const order = await queries.findByShortId(ctx.db, outcome.shortId);
        if (order) return await showOrder(ctx.db, order);
      }
      if (outcome.kind === 'refused') {
        const mayHelp = !swept && isStockRefusal(outcome.refusal.code);
        swept = true;
        if (!mayHelp || (await expireOverdue(ctx.db, { eventId: input.eventId })) === 0)
          throw toError(outcome.refusal);
      }
    } catch (error) {
      if (!isClash(error)) throw error;
    }
  }
  throw fail('UNAVAILABLE', { retryAfter: 1 });
}

function toError(refusal: Refusal): AppError {
  return fail(refusal.code, {
    ...(refusal.params && { params: refusal.params }),
    ...(refusal.errors && { errors: refusal.errors }),
  });
}

/**
 * The order that this key made. A browser that never got the reply has no cart cookie to show, so an order without a
 * buyer is answered to whoever knows the key; once it is somebody's, only to the browser that made it.
 */
async function findByKey(ctx: Ctx, input: ReserveInput): Promise<Order | null> {
  if (input.idempotencyKey === null) return null;
  const order = await queries.findByKey(ctx.db, input.idempotencyKey);
  if (!order) return null;
  const isOwn = order.buyer === null || order.cartHash?.equals(hashToken(input.cartToken));
  if (!isOwn || !order.requestHash?.equals(input.requestHash)) throw fail('IDEMPOTENCY_KEY_REUSED');
  return order;
}

/** A live hold for just this, whose total is the one that the buyer was shown. */
async function isAnswer(ctx: Ctx, hold: Order, { body, eventId }: ReserveInput): Promise<boolean> {
  if ((hold.secondsLeft ?? 0) <= 0) return false;
  if (body.expectedTotal !== undefined && body.expectedTotal !== hold.total) return false;
  const catalog = await findCatalogForSale(ctx.db, eventId);
  if (!catalog) return false;
  const donations = new Map(
    catalog.tickets
      .filter((ticket) => ticket.type === 'donation')
      .flatMap((ticket) => ticket.prices.map((price) => [price.id, price.amount])),
  );
  const items = body.items.map((item) => ({
    ...item,
    donation: item.donation ?? donations.get(item.priceId),
  }));
  return isSameSelection(hold, { items, promoCode: await usedCode(ctx, catalog, body, eventId) });
}

/** The promo code that a selection would use up: none where it is for none of the chosen tickets. */
async function usedCode(
  ctx: Ctx,
  catalog: CatalogForSale,
  { promoCode, items }: ReserveInput['body'],
  eventId: number,
): Promise<string | null> {
  const promo = promoCode === undefined ? null : await findPromoCode(ctx.db, eventId, promoCode);
  if (!promo) return promoCode ?? null;
  const chosen = new Set(items.map((item) => item.priceId));
  const isUsed = catalog.tickets.some(
    (ticket) => promoCovers(promo, ticket.id) && ticket.prices.some((price) => chosen.has(price.id)),
  );
  return isUsed ? promo.code : null;
}

/**
 * A hold whose payment is under way cannot simply be replaced: its payment is ended at the provider first, once it is
 * clear that the new selection is to be had. Null where there is nothing left to replace.
 */
async function leavePaying(
  ctx: Ctx,
  provider: PaymentProvider | null,
  hold: Order,
  input: ReserveInput,
): Promise<Order | null> {
  if (hold.paymentStatus !== 'awaiting' && hold.paymentStatus !== 'processing') return hold;
  const catalog = await findCatalogForSale(ctx.db, input.eventId);
  if (!catalog) throw fail('EVENT_NOT_AVAILABLE');
  const own = demandOf(hold.items, hold.promoCounterId);
  const decision = await decide(ctx.db, catalog, input, own);
  if (!decision.ok) throw toError(decision);
  await inTransaction(ctx.db, (tx) => endHold(tx, hold.id, 'replaced'));
  await endPayment(ctx, provider, hold.id);
  return null;
}

type Attempt = { input: ReserveInput; cartHash: Buffer; hold: Order | null };
type Outcome = { kind: 'held'; shortId: string } | { kind: 'refused'; refusal: Refusal } | { kind: 'again' };

async function tryToHold(
  tx: Tx,
  ctx: Ctx,
  provider: PaymentProvider | null,
  attempt: Attempt,
): Promise<Outcome> {
  const { input, cartHash, hold } = attempt;
  const catalog = await findCatalogForSale(tx, input.eventId);
  if (!catalog) return { kind: 'refused', refusal: { ok: false, code: 'EVENT_NOT_AVAILABLE' } };
  const own = hold ? demandOf(hold.items, hold.promoCounterId) : new Map<number, number>();
  const decision = await decide(tx, catalog, input, own);
  if (!decision.ok) return { kind: 'refused', refusal: decision };
  const refusal = refuseMoney(decision, catalog, provider);
  if (refusal) return { kind: 'refused', refusal };
  if ((await queries.countOtherHolds(tx, input.eventId, cartHash)) >= HOLDS_PER_BROWSER) {
    return { kind: 'refused', refusal: { ok: false, code: 'TOO_MANY_HOLDS' } };
  }
  const held = await holdTogether(tx, [
    toReservation(catalog, decision, {
      locale: input.body.locale ?? ctx.locale,
      cartHash,
      idempotencyKey: input.idempotencyKey,
      requestHash: input.requestHash,
      replaces: hold?.id ?? null,
    }),
  ]);
  const [first] = held ?? [];
  if (!first) return { kind: 'again' };
  const delaySeconds = catalog.event.settings.orderTimeoutMinutes * 60 + 1;
  await enqueue(tx, expireHoldRef, { orderId: first.id }, { delaySeconds, key: `expire:${first.id}` });
  return { kind: 'held', shortId: first.shortId };
}

async function decide(
  tx: Tx | Db,
  catalog: CatalogForSale,
  input: ReserveInput,
  own: Demand,
): Promise<Admitted | Refusal> {
  const { body, eventId } = input;
  const promo = body.promoCode === undefined ? null : await findPromoCode(tx, eventId, body.promoCode);
  return admit({
    isEventOpen: catalog.event.status === 'public' && catalog.event.effectiveEnd > catalog.now,
    offers: toOffers(catalog, promo, own),
    promo: promo ? toPromoOffer(promo, catalog.now, own) : body.promoCode === undefined ? null : 'unknown',
    items: body.items,
    expectedTotal: body.expectedTotal,
  });
}

/** What cannot be charged is refused before anything is held for it. */
function refuseMoney(
  { priced }: Admitted,
  { event }: CatalogForSale,
  provider: PaymentProvider | null,
): Refusal | null {
  if (priced.total === 0) return null;
  if (!provider || !event.settings.cardPayments) return { ok: false, code: 'PAYMENTS_NOT_SET_UP' };
  const check = provider.checkAmount({ minor: priced.total, currency: event.currency });
  if (check.ok) return null;
  return {
    ok: false,
    code: 'PRICE_BELOW_PROVIDER_MINIMUM',
    params: { reason: check.code, bound: check.bound },
  };
}
