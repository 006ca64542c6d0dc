import type { Locale } from '@entrada/contract/constants';
import type { OrderDetail, OrderHistoryEntry } from '@entrada/contract/sales/orders';
import { orderBadge } from '@entrada/contract/sales/orders';
import { readNow } from '../../platform/clock.ts';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { shownTaxesAndFees } from '../invoices/core/taxes-and-fees.ts';
import { describeDocuments, listDocuments } from '../invoices/documents.ts';
import { draftGroups } from '../order-answers/core/drafts.ts';
import { findAnswers } from '../order-answers/given-queries.ts';
import { findAdjustments } from '../orders/adjustment-queries.ts';
import { kindOfAction, kindOfTransition } from '../orders/core/order-history.ts';
import type { Order } from '../orders/core/types.ts';
import { findById, findOrderOfEvent } from '../orders/queries.ts';
import { findHistory } from '../orders/state-queries.ts';
import { findLatestPayment, findLivePayment } from '../payments/queries.ts';
import { whyBuyerStays } from './core/email-correction.ts';
import { tellAudited } from './core/told.ts';
import { findOrderAffiliate, findOrderAudit } from './detail-queries.ts';
import { showInvoiced } from './invoiced.ts';

const NOTHING = { by: null, amount: null, count: null, disputeStatus: null, document: null };

/** One order of an event as its organizer sees it. Minor units. Throws NOT_FOUND, also while the buyer is unknown. */
export async function showOrderDetail(
  ctx: Ctx,
  { eventId, orderId }: { eventId: number; orderId: number },
): Promise<OrderDetail> {
  const scope = scopeOf(ctx.actor);
  const found = await findOrderOfEvent(ctx.db, scope, eventId, orderId);
  const order = found && (await findById(ctx.db, found.id));
  if (!order?.buyer) throw fail('NOT_FOUND');
  const payment =
    (await findLivePayment(ctx.db, scope, order.id)) ?? (await findLatestPayment(ctx.db, scope, order.id));
  const answers = await findAnswers(ctx.db, scope, order.id, { forBuyer: false });
  const documents = await listDocuments(ctx.db, scope, order.id);
  const transitions = await findHistory(ctx.db, scope, order.id);
  const audited = await findOrderAudit(ctx.db, scope, order.id);
  return {
    id: order.id,
    shortId: order.shortId,
    reference: order.reference,
    badge: orderBadge(order),
    isCompleted: order.status === 'completed',
    isManual: order.isManual,
    paidByHand: order.paidByHand,
    exceedsCapacity: order.exceedsCapacity,
    buyer: { ...order.buyer, locale: order.locale as Locale, version: order.buyerVersion },
    mayChangeBuyer: whyBuyerStays(order) === null,
    currency: order.currency,
    promoCode: order.promoCode,
    lines: order.items.map((item) => ({
      id: item.id,
      ticketName: item.ticketName,
      priceLabel: item.priceLabel,
      quantity: item.quantity,
      admits: item.admits,
      isCancelled: item.isCancelled,
      unitList: item.unitList,
      listTotal: item.unitList * item.quantity,
    })),
    charges: shownTaxesAndFees(order.items),
    listTotal: order.listTotal,
    discountTotal: order.discountTotal,
    total: order.total,
    adjustments: await findAdjustments(ctx.db, scope, { orderId: order.id }),
    payment: payment && {
      provider: payment.provider,
      status: payment.status,
      cardBrand: payment.cardBrand,
      cardLast4: payment.cardLast4,
    },
    offline: order.offlineDueAt && {
      dueAt: order.offlineDueAt.toISOString(),
      isAwaited: order.status === 'awaiting_offline_payment',
      isOverdue: order.offlineDueAt <= (await readNow(ctx.db)),
    },
    affiliate: await findOrderAffiliate(ctx.db, scope, order.id),
    ...describeDocuments(documents),
    invoicedTo: await showInvoiced(ctx.db, order),
    answers: answers.length > 0 ? answers : draftGroups(order),
    history: historyOf(order, transitions, audited),
    createdAt: order.createdAt.toISOString(),
    completedAt: order.completedAt?.toISOString() ?? null,
  };
}

type Transition = Awaited<ReturnType<typeof findHistory>>[number];
type Audited = Awaited<ReturnType<typeof findOrderAudit>>[number];

/**
 * One history of state changes and audit entries, oldest first. If both report the same change, only the audit entry
 * stays, because it names its author.
 */
function historyOf(
  { createdAt, items, isManual }: Pick<Order, 'createdAt' | 'items' | 'isManual'>,
  transitions: readonly Transition[],
  audited: readonly Audited[],
): OrderHistoryEntry[] {
  const done = audited.flatMap((entry) => {
    const kind = kindOfAction(entry.action);
    if (!kind) return [];
    return [{ kind, at: entry.at, by: entry.by, ...tellAudited(kind, entry.after, items) }];
  });
  const toldKinds = new Set<string>(done.map(({ kind }) => kind));
  const changed = transitions.flatMap((row) => {
    const kind = kindOfTransition({ from: row.from_status, to: row.to_status, reason: row.reason });
    return kind && !toldKinds.has(kind) ? [{ ...NOTHING, kind, at: row.at }] : [];
  });
  const started = { ...NOTHING, kind: 'started' as const, at: createdAt };
  // The sort is stable: entries of the same moment stay in the order in which they were written.
  return [...(isManual ? [] : [started]), ...changed, ...done]
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map((entry) => ({ ...entry, at: entry.at.toISOString() }));
}
