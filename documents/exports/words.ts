import type { Locale } from '@entrada/contract/constants';
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { capitalized, languageTag } from '../format.ts';
import { taxLabel } from '../invoices/tax-label.ts';
import { REPORT_WORDS } from './report-words.ts';
import { SCAN_WORDS } from './scan-words.ts';
import type { ExportWord, ExportWords } from './types.ts';

const WORDS: Record<ExportWord, MessageDescriptor> = {
  ...REPORT_WORDS,
  ...SCAN_WORDS,
  adjustment: msg`Adjustment`,
  adjustments: msg`Adjustments paid by hand`,
  affiliate: msg`Affiliate`,
  affiliates: msg`Affiliates`,
  allTickets: msg`All tickets`,
  amountPerTicket: msg`Amount for each ticket`,
  answers: msg`Answers`,
  attendees: msg`Attendees`,
  bought: msg`Bought`,
  cancelledTickets: msg`Cancelled tickets`,
  checkedIn: msg`Check-in time`,
  checkedOut: msg`Check-out time`,
  checkInList: msg`Check-in list`,
  checkIns: msg`Check-ins`,
  scans: msg`Scans`,
  peopleInside: msg`People inside`,
  scanned: msg`Scanned`,
  received: msg({ message: 'Received', context: 'time' }),
  outcome: msg`Result`,
  conflict: msg`Conflict`,
  firstEntry: msg`Entry that counts`,
  firstDevice: msg`Device of the entry that counts`,
  yes: msg`Yes`,
  link: msg`Link`,
  clicks: msg`Clicks`,
  code: msg`Code`,
  // A time. The status of the same name has another word in some languages.
  completedAt: msg({ message: 'Completed', context: 'time' }),
  created: msg`Created`,
  currency: msg`Currency`,
  device: msg`Device`,
  differenceGivenBack: msg`Moved, difference given back`,
  differenceOwed: msg`Moved, difference to be paid`,
  differencePaid: msg`Moved, difference paid`,
  differenceWaived: msg`Moved, difference waived`,
  discount: msg`Discount`,
  discountType: msg`Kind of discount`,
  email: msg`Email`,
  expires: msg`Expires`,
  fees: msg`Fees`,
  firstName: msg`First name`,
  invoice: msg`Invoice`,
  creditNote: msg`Credit note`,
  kept: msg`Total less refunds and lost disputes`,
  language: msg`Language`,
  lastName: msg`Last name`,
  lostToDisputes: msg`Lost to disputes`,
  madeBy: msg`Made by`,
  moved: msg`Moved`,
  name: msg`Name`,
  net: msg`Net`,
  note: msg`Note`,
  number: msg`Number of tickets`,
  order: msg`Order`,
  orderLines: msg`Order lines`,
  orders: msg`Orders`,
  paid: msg`Paid`,
  paymentMethod: msg`Payment method`,
  paymentReference: msg`Payment reference`,
  percentage: msg`Percentage`,
  price: msg`Price`,
  priceTier: msg`Price tier`,
  promoCode: msg`Promo code`,
  promoCodes: msg`Promo codes`,
  reason: msg`Reason`,
  refunded: msg`Refunded`,
  refundedOn: msg`Refunded on`,
  refundReference: msg`Refund reference`,
  refunds: msg`Refunds`,
  sales: msg`Sales after refunds`,
  status: msg`Status`,
  subtotal: msg`Subtotal`,
  ticket: msg`Ticket`,
  ticketNumber: msg`Ticket number`,
  tickets: msg`Tickets`,
  total: msg`Total`,
  usageLimit: msg`Usage limit`,
  used: msg`Used`,
  workspace: msg`Workspace`,
  // The states of an order.
  RESERVED: msg`Reserved`,
  AWAITING_PAYMENT: msg`Awaiting payment`,
  AWAITING_OFFLINE_PAYMENT: msg`Awaiting offline payment`,
  PROCESSING: msg`Processing`,
  PAYMENT_FAILED: msg`Payment failed`,
  COMPLETED: msg`Completed`,
  CANCELLED: msg`Cancelled`,
  EXPIRED: msg`Expired`,
  REFUND_PENDING: msg`Refund pending`,
  REFUND_FAILED: msg`Refund failed`,
  REFUNDED: msg`Refunded`,
  PARTIALLY_REFUNDED: msg`Partially refunded`,
  // Those of an attendee.
  validTicket: msg({ message: 'Active', context: 'attendee' }),
  cancelledTicket: msg`Cancelled`,
  // Those of a promo code and an affiliate.
  active: msg`Active`,
  disabled: msg`Switched off`,
  expired: msg({ message: 'Expired', context: 'code' }),
  usedUp: msg`Used up`,
  // Kinds of discount.
  noDiscount: msg`No discount`,
  fixed: msg`Fixed amount`,
  // Why there is a refund.
  refundRequested: msg`Asked for`,
  paidTooLate: msg`Paid too late`,
  paidTwice: msg`Paid twice`,
  refundedAtProvider: msg`Made at the provider`,
  refundedByHand: msg`Returned by hand`,
  // How an order was paid.
  free: msg`Free`,
  card: msg`Card`,
  testBank: msg`Test bank`,
  withoutCard: msg`Without a card`,
  cash: msg`Cash`,
  cardByHand: msg`Card at the door`,
};

/** Answers what was answered before, for what cells repeat in every row. */
function remembered<Key extends string>(write: (key: Key) => string): (key: Key) => string {
  const known = new Map<Key, string>();
  return (key) => {
    const found = known.get(key) ?? write(key);
    known.set(key, found);
    return found;
  };
}

/** The words of exported files in the language of their reader. */
export function writeExportWords(i18n: I18n, locale: Locale): ExportWords {
  const languages = new Intl.DisplayNames(languageTag(locale), {
    type: 'language',
    languageDisplay: 'standard',
  });
  return {
    word: remembered((word) => i18n._(WORDS[word])),
    tax: (tax) => {
      const label = taxLabel(tax, { i18n, locale });
      return tax.included ? i18n._(msg`${label}, included`) : label;
    },
    // British English is no language of its own here; the two kinds of Portuguese are.
    language: remembered((code) => capitalized(languages.of(code === 'zh-cn' ? 'zh' : code) ?? code)),
    locale,
  };
}
