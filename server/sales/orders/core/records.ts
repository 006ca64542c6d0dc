import type { PricedTaxOrFee } from '@entrada/contract/pricing';
import type { Selectable } from 'kysely';
import type { OrderItems, Orders } from '../../../db/types.ts';
import type { AttendeeDetail, DraftAnswer, Order, OrderItem } from './types.ts';

/** A row of an order; `seconds_left`: until its hold ends, by the database's clock. */
export type OrderRow = Selectable<Orders> & { seconds_left: number | null };

/** What is read of an order's row. Its lines have rows of their own. */
export type Found = Omit<Order, 'items' | 'moved'> & {
  idempotencyKey: string | null;
  requestHash: Buffer | null;
  cartHash: Buffer | null;
  /** Of the network address, while the order is held. */
  addressHash: Buffer | null;
};

/** An order as the code names its fields, without its lines. */
export function toOrder(row: OrderRow): Found {
  return {
    id: row.id,
    accountId: row.account_id,
    eventId: row.event_id,
    shortId: row.short_id,
    reference: row.reference,
    status: row.status as Order['status'],
    paymentStatus: row.payment_status as Order['paymentStatus'],
    refundStatus: row.refund_status as Order['refundStatus'],
    endedReason: row.ended_reason,
    currency: row.currency,
    locale: row.locale,
    buyer:
      row.email === null
        ? null
        : { firstName: row.first_name ?? '', lastName: row.last_name ?? '', email: row.email },
    sendAllToBuyer: row.send_all_to_buyer,
    attendeeDetails: row.attendee_details as AttendeeDetail[],
    answers: row.answers as DraftAnswer[],
    promoCode: row.promo_code,
    promoCounterId: row.promo_counter_id,
    listTotal: row.list_total,
    discountTotal: row.discount_total,
    feeTotal: row.fee_total,
    taxAddedTotal: row.tax_added_total,
    taxIncludedTotal: row.tax_included_total,
    total: row.total,
    refundedTotal: row.refunded_total,
    expiresAt: row.expires_at,
    offlineDueAt: row.offline_due_at,
    isManual: row.is_manual,
    paidByHand: row.paid_by_hand as Order['paidByHand'],
    exceedsCapacity: row.exceeds_capacity,
    isExtended: row.extended_at !== null,
    secondsLeft: row.seconds_left,
    createdAt: row.created_at,
    completedAt: row.completed_at,
    buyerVersion: row.buyer_version,
    emailCorrections: row.email_corrections,
    invoiceTo: row.invoice_to as Order['invoiceTo'],
    invoiceChanges: row.invoice_changes,
    policy: row.policy as Order['policy'],
    idempotencyKey: row.idempotency_key,
    requestHash: row.request_hash,
    cartHash: row.cart_hash,
    addressHash: row.address_hash,
  };
}

/** Whether a line was sold, and is not a place that an attendee was moved to. */
export const isSold = (row: Pick<Selectable<OrderItems>, 'moved_from_id'>) => row.moved_from_id === null;

/** A line as the code names its fields, with its money for one unit, in minor units. */
export function toItem(row: Selectable<OrderItems>): OrderItem {
  return {
    id: row.id,
    ticketId: row.ticket_id,
    priceId: row.price_id,
    ticketName: row.ticket_name,
    priceLabel: row.price_label,
    quantity: row.quantity,
    admits: row.admits,
    isCancelled: row.cancelled_at !== null,
    unitList: row.unit_list,
    unitDiscount: row.unit_discount,
    unitFees: row.unit_fees,
    unitTaxAdded: row.unit_tax_added,
    unitTaxIncluded: row.unit_tax_included,
    unitTotal: row.unit_total,
    charges: row.charges as PricedTaxOrFee[],
    counterIds: row.counter_ids,
  };
}
