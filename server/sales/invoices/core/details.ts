import { LIMITS } from '@entrada/contract/constants';
import type { InvoiceObstacle } from '@entrada/contract/sales/invoices/who';
import { deadlineOf } from '../../../catalog/events/core/policy.ts';
import type { Order } from '../../orders/core/types.ts';

export type InvoiceFacts = {
  order: Pick<Order, 'status' | 'refundStatus' | 'total'>;
  /** Whether the event issues invoices. */
  invoicing: boolean;
  /** Whether an invoice of the order still bills anything. */
  isIssued: boolean;
  refunds: readonly { status: string }[];
  disputes: readonly { status: string }[];
};

const DECIDED = ['won', 'lost'];

/**
 * Why nobody can change to whom an order is invoiced; null if it is possible. While money is on its way back or disputed,
 * nobody knows yet what an invoice would bill. Pure.
 */
export function invoiceObstacle({
  order,
  invoicing,
  isIssued,
  refunds,
  disputes,
}: InvoiceFacts): InvoiceObstacle | null {
  if (order.status === 'cancelled') return 'ORDER_CANCELLED';
  if (order.refundStatus === 'full') return 'ORDER_REFUNDED';
  if (order.status === 'awaiting_offline_payment')
    return invoicing && order.total > 0 ? null : 'ORDER_HAS_NO_INVOICE';
  if (order.status !== 'completed') return 'ORDER_NOT_COMPLETE';
  if (!isIssued) return 'ORDER_HAS_NO_INVOICE';
  if (refunds.some(({ status }) => status === 'pending')) return 'REFUND_PENDING';
  return disputes.some(({ status }) => !DECIDED.includes(status)) ? 'PAYMENT_DISPUTED' : null;
}

export type OwnInvoiceFacts = InvoiceFacts & {
  order: Pick<Order, 'policy' | 'invoiceChanges'>;
  event: { status: string; startsAt: Date };
  now: Date;
};

/**
 * Why the buyer cannot change to whom an order is invoiced; null if it is possible. It goes by the policy for names: who
 * comes and who pays are corrected in the same way and until the same moment. Pure.
 */
export function ownInvoiceObstacle({ event, now, ...facts }: OwnInvoiceFacts): InvoiceObstacle | null {
  const { policy, invoiceChanges } = facts.order;
  const general = invoiceObstacle(facts);
  if (general) return general;
  if (event.status === 'archived') return 'EVENT_ARCHIVED';
  if (!policy?.names) return 'CHANGE_NOT_OFFERED';
  if (now >= deadlineOf(policy, policy.names, event.startsAt)) return 'CHANGE_OVER';
  return invoiceChanges < LIMITS.invoiceChanges ? null : 'INVOICE_CHANGES_EXHAUSTED';
}
