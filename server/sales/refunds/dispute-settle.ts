import type { Tx } from '../../db/client.ts';
import type { DisputeReference, PaymentProvider, ProviderDispute } from '../../payment-providers/port.ts';
import { audit } from '../../platform/audit.ts';
import { type Ctx, scopeOfRow } from '../../platform/context.ts';
import { queueMail } from '../../platform/mail/mailer.ts';
import { inTurn } from '../../platform/turns.ts';
import { creditGoneMoney } from '../invoices/service.ts';
import type { Order } from '../orders/core/types.ts';
import { findEventFacts, findOwnerLocale } from '../orders/event-queries.ts';
import { settleRequests } from '../orders/open-requests.ts';
import { lockById } from '../orders/queries.ts';
import type { Payment } from '../payments/core/types.ts';
import { lockPayment } from '../payments/queries.ts';
import { mayReplaceDisputeStatus } from './core/refunds.ts';
import * as queries from './dispute-queries.ts';
import { SYSTEM } from './record.ts';

type Settling = Pick<Ctx, 'db' | 'log'>;

/** Fetches a dispute that a provider reported and applies it. */
export async function applyDisputeNews(
  ctx: Settling,
  provider: PaymentProvider,
  payment: Payment,
  reference: DisputeReference,
): Promise<'applied' | 'unchanged' | 'mismatch'> {
  return applyDispute(ctx, payment, await provider.lookUpDispute(reference));
}

/**
 * Applies the provider's answer to a dispute and mails the organizer about a new one. Monotonic: the status only goes
 * forward, and `won` and `lost` never change, so answers in any order and number end in the same state. A lost one
 * issues the credit note of an invoiced order, and its buyer can have no more back. Locks the order, then the payment,
 * so that a refund sees either no dispute or this one, then the series of the note.
 */
export function applyDispute(
  ctx: Settling,
  payment: Payment,
  fetched: ProviderDispute,
): Promise<'applied' | 'unchanged' | 'mismatch'> {
  return inTurn(ctx.db, [`order ${payment.orderId}`], async (tx) => {
    const order = await lockById(tx, payment.orderId);
    const current = await lockPayment(tx, payment.id);
    if (!order || !current) throw new Error(`Payment ${payment.id} has lost its order`);
    const isSame = fetched.paymentId === current.providerPaymentId && fetched.currency === current.currency;
    if (!isSame || fetched.amount > current.amount) {
      ctx.log.error(
        { paymentId: current.id, providerDisputeId: fetched.id },
        'a dispute does not fit the payment that it names: nothing was done',
      );
      return 'mismatch';
    }
    const scope = scopeOfRow(order);
    const all = await queries.listDisputes(tx, scope, order.id);
    const known = all.find((one) => one.paymentId === current.id && one.providerDisputeId === fetched.id);
    if (known && !mayReplaceDisputeStatus(known.status, fetched.status)) return 'unchanged';
    const id = known?.id ?? (await queries.insertDispute(tx, scope, current, fetched));
    if (known) await queries.updateDispute(tx, scope, id, fetched);
    const { amount, currency, reason, status } = fetched;
    await audit(tx, SYSTEM, scope, {
      action: known ? 'dispute.changed' : 'dispute.opened',
      target: { type: 'order', id: order.id },
      ...(known && { before: { disputeId: id, status: known.status } }),
      after: { disputeId: id, status, amount, currency, reason },
    });
    if (status === 'lost') {
      await creditGoneMoney(tx, order);
      await settleRequests(tx, SYSTEM, scope, { orderIds: [order.id] });
    }
    ctx.log.warn({ orderId: order.id, disputeId: id, status }, 'a payment is disputed');
    if (!known && status !== 'won' && status !== 'lost') await tellOrganizer(tx, order, id);
    return 'applied';
  });
}

async function tellOrganizer(tx: Tx, order: Order, disputeId: number): Promise<void> {
  const event = await findEventFacts(tx, order.eventId);
  if (!event) return;
  await queueMail(tx, {
    kind: 'dispute_opened',
    dedupeKey: `dispute_opened:${disputeId}`,
    accountId: order.accountId,
    orderId: order.id,
    to: event.organizer.email,
    locale: (await findOwnerLocale(tx, scopeOfRow(order))) ?? order.locale,
    data: { disputeId },
  });
}
