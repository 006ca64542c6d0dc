import type { Locale } from '@entrada/contract/constants';
import type { OrderBadge } from '@entrada/contract/sales/orders';

/** A header or a value of an exported file. */
export type ExportWord =
  | 'affiliate'
  | 'affiliates'
  | 'allTickets'
  | 'amountPerTicket'
  | 'answers'
  | 'attendees'
  | 'bought'
  | 'cancelledTickets'
  | 'checkedIn'
  | 'checkedOut'
  | 'checkInList'
  | 'checkIns'
  | 'clicks'
  | 'code'
  | 'completedAt'
  | 'created'
  | 'currency'
  | 'discount'
  | 'discountType'
  | 'email'
  | 'expires'
  | 'fees'
  | 'firstName'
  | 'invoice'
  | 'kept'
  | 'language'
  | 'lastName'
  | 'lostToDisputes'
  | 'madeBy'
  | 'name'
  | 'net'
  | 'note'
  | 'number'
  | 'order'
  | 'orderLines'
  | 'orders'
  | 'paid'
  | 'paidTooLate'
  | 'paidTwice'
  | 'paymentMethod'
  | 'paymentReference'
  | 'percentage'
  | 'price'
  | 'priceTier'
  | 'promoCode'
  | 'promoCodes'
  | 'reason'
  | 'refunded'
  | 'refundedAtProvider'
  | 'refundedByHand'
  | 'refundedOn'
  | 'refundReference'
  | 'refundRequested'
  | 'refunds'
  | 'sales'
  | 'status'
  | 'subtotal'
  | 'ticket'
  | 'ticketNumber'
  | 'tickets'
  | 'total'
  | 'usageLimit'
  | 'used'
  | OrderBadge
  | 'validTicket'
  | 'cancelledTicket'
  | 'active'
  | 'disabled'
  | 'expired'
  | 'usedUp'
  | 'noDiscount'
  | 'fixed'
  | 'free'
  | 'card'
  | 'testBank'
  | 'withoutCard'
  | 'cash'
  | 'cardByHand';

/** The words of exported files in one language. */
export type ExportWords = {
  word: (word: ExportWord) => string;
  /** "VAT (21%)", or "VAT (21%), included". */
  tax: (tax: { name: string; rate: string | null; included: boolean }) => string;
  /** "Spanish", from a code of ours. */
  language: (code: string) => string;
  /** The language of the reader. */
  locale: Locale;
};
