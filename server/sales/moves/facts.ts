import type { MoveQuote } from '@entrada/contract/sales/moves/to-another-ticket';
import { findPromoForSale } from '../../catalog/promo-codes/sale-queries.ts';
import { findCatalogForSale } from '../../catalog/shop/catalog-for-sale.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { type AccountScope, type Ctx, scopeOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { findEntries, findHolder, type Holder } from '../holders/queries.ts';
import { hasDocuments } from '../invoices/anew.ts';
import { findNotices } from '../order-views/notice-queries.ts';
import { placesOf } from '../orders/core/lines.ts';
import type { Order } from '../orders/core/types.ts';
import { findById } from '../orders/queries.ts';
import { alreadyRefunded, readMoney } from '../refunds/service.ts';
import { placesFor } from './core/choices.ts';
import { reachedValue } from './core/price.ts';
import { moveObstacle, type WayBack } from './core/settlement.ts';
import { findDifferences, findOpen, findSoldLine } from './queries.ts';

/**
 * All that decides about a move of an attendee: where to, for what difference, and what stands against it. Minor units.
 * Under the locks of event, order and attendee it stays true until the end, but for the stock, which the counters decide.
 */
export async function readMove(
  tx: Tx | Db,
  scope: AccountScope,
  provider: PaymentProvider | null,
  { order, one }: { order: Order; one: Holder },
) {
  const catalog = await findCatalogForSale(tx, order.eventId);
  const places = placesOf(order);
  const current = places.find(({ id }) => id === one.orderItemId);
  const soldItemId = (await findSoldLine(tx, scope, one.orderItemId)) ?? one.orderItemId;
  const sold = order.items.find(({ id }) => id === soldItemId);
  if (!catalog || !current || !sold) throw new Error(`Attendee ${one.id} has lost its line`);
  const money = await readMoney(tx, scope, provider, order);
  const { refunds, disputes, refundable, payment } = money;
  const wayBack: WayBack = payment ? 'online' : money.isByHand && !order.isManual ? 'offline' : 'by_hand';
  const promo = order.promoCode && (await findPromoForSale(tx, scope, order.eventId, order.promoCode));
  const value = reachedValue(sold, await findDifferences(tx, scope, one.id));
  const open = await findOpen(tx, scope, one.id);
  const issuer = (await findNotices(tx, [order.eventId])).get(order.eventId)?.issuer;
  return {
    money,
    wayBack,
    current,
    soldItemId,
    value,
    open,
    /** Who invoices the place anew; null if no invoice bills it. */
    issuer: issuer && (await hasDocuments(tx, order, issuer)) ? issuer : null,
    obstacle: moveObstacle({
      eventStatus: one.eventStatus,
      orderStatus: order.status,
      attendeeStatus: one.status,
      isInside: (await findEntries(tx, scope, one.id)).length > 0,
      refunds,
      disputes,
    }),
    places: placesFor({
      tickets: catalog.tickets,
      promo: promo || null,
      current,
      value,
      money: {
        wayBack,
        refundable,
        hasProvider: provider !== null && provider.name === payment?.provider,
        open,
        isRefunded: alreadyRefunded(refunds).attendees.has(one.id),
      },
    }),
  };
}

/** What an attendee can be moved to and what that costs. Locks nothing. Minor units. Throws NOT_FOUND. */
export async function showMoveQuote(
  ctx: Ctx,
  provider: PaymentProvider | null,
  at: { eventId: number; attendeeId: number },
): Promise<MoveQuote> {
  const scope = scopeOf(ctx.actor);
  const one = await findHolder(ctx.db, scope, at);
  const order = one && (await findById(ctx.db, one.orderId));
  if (!one || !order?.buyer) throw fail('NOT_FOUND');
  const { places, current, value, obstacle, wayBack, issuer } = await readMove(ctx.db, scope, provider, {
    order,
    one,
  });
  return {
    version: one.version,
    currency: order.currency,
    current: {
      ticketId: current.ticketId,
      ticketName: current.ticketName,
      priceId: current.priceId,
      priceLabel: current.priceLabel,
    },
    value: value.unitTotal,
    obstacle,
    isInvoiced: issuer !== null,
    givesBack: wayBack === 'online' ? 'by_refund' : 'by_hand',
    choices: places.map(
      ({ ticket: _, unit: _unit, change: _change, counterIds: _counters, ...choice }) => choice,
    ),
  };
}
