import type { AnswerValue, QuestionType } from '@entrada/contract/catalog/answers';
import type { PricedTaxOrFee } from '@entrada/contract/pricing';
import type { InvoiceDetails } from '@entrada/contract/sales/invoices/who';
import type { OrderStatus, PaidByHand, PaymentStatus, RefundStatus } from '@entrada/contract/sales/orders';
import type { Policy } from '../../../catalog/events/core/policy.ts';

/** The details that a buyer typed for one ticket, until the ticket is issued. `later`: the buyer says them afterwards. */
export type AttendeeDetail = {
  itemId: number;
  firstName: string;
  lastName: string;
  email: string;
  later?: boolean;
};

/** An answer of the buyer, until the tickets are issued. The unit is a ticket's number, null for the order itself. */
export type DraftAnswer = {
  questionId: number;
  unit: number | null;
  title: string;
  type: QuestionType;
  value: AnswerValue;
};

/** What one unit of a place costs. Minor units. */
export type UnitMoney = {
  unitList: number;
  unitDiscount: number;
  unitFees: number;
  unitTaxAdded: number;
  unitTaxIncluded: number;
  unitTotal: number;
  /** Fees, then taxes, of one unit. */
  charges: PricedTaxOrFee[];
};

export type OrderItem = UnitMoney & {
  id: number;
  ticketId: number;
  priceId: number;
  ticketName: string;
  priceLabel: string;
  quantity: number;
  /** Whether each unit lets a person in. If not, the line has no attendees and is cancelled as a whole. */
  admits: boolean;
  isCancelled: boolean;
  counterIds: number[];
};

/** What an order costs, and what it is made of. Minor units. */
export type OrderTotals = {
  listTotal: number;
  discountTotal: number;
  feeTotal: number;
  taxAddedTotal: number;
  taxIncludedTotal: number;
  total: number;
};

/** An order with its items, money in minor units. */
export type Order = OrderTotals & {
  id: number;
  accountId: number;
  eventId: number;
  shortId: string;
  reference: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  refundStatus: RefundStatus;
  endedReason: string | null;
  currency: string;
  locale: string;
  /** The address is empty only if a person added the order by hand without one. */
  buyer: { firstName: string; lastName: string; email: string } | null;
  sendAllToBuyer: boolean;
  attendeeDetails: AttendeeDetail[];
  answers: DraftAnswer[];
  promoCode: string | null;
  promoCounterId: number | null;
  refundedTotal: number;
  expiresAt: Date | null;
  /** The due date of an offline payment; null if the buyer did not choose one. */
  offlineDueAt: Date | null;
  /** Whether a person added it by hand, how its money came then, and whether it went beyond the capacity. */
  isManual: boolean;
  paidByHand: PaidByHand | null;
  exceedsCapacity: boolean;
  isExtended: boolean;
  /** By the database's clock, rounded down; null if nothing is held. */
  secondsLeft: number | null;
  createdAt: Date;
  completedAt: Date | null;
  /** Rises with each change of who the buyer is. */
  buyerVersion: number;
  /** How many times the buyer has corrected the email address. */
  emailCorrections: number;
  /** To whom it is invoiced; null for the buyer. */
  invoiceTo: InvoiceDetails | null;
  /** How many times the buyer has changed that. */
  invoiceChanges: number;
  /** What was promised when the tickets were held. Null if nothing was. */
  policy: Policy | null;
  /** What was sold. Their money adds up to the order's. */
  items: OrderItem[];
  /** The places that attendees were moved to, each with what it costs. No part of the order's money. */
  moved: OrderItem[];
};

/** Whether a browser (the hash of its cart token) has a hold or gave up one, for any event. */
export type KnowsBrowser = (cartHash: string) => Promise<boolean>;
