/** A fee or tax on an invoice. `rate`: percent as an exact decimal ("21.0000"); null for a fixed amount. */
export type InvoiceTaxOrFee = { label: string; rate: string | null; minor: number };

/** The content of an invoice at the time it was issued. Amounts are in minor units. */
export type InvoiceContent = {
  issuer: { lines: string[]; taxId: string };
  /** `address`: in lines. Both are left out where nobody said them. */
  buyer: { name: string; email: string; address?: string[]; taxId?: string };
  orderReference: string;
  event: { title: string; startsAt: string; endsAt: string | null; timeZone: string };
  currency: string;
  /** At list price. */
  lines: { quantity: number; title: string; unitMinor: number; minor: number }[];
  discount: { code: string | null; minor: number } | null;
  fees: InvoiceTaxOrFee[];
  taxes: (InvoiceTaxOrFee & { isIncluded: boolean })[];
  /** The total without taxes. */
  netMinor: number;
  totalMinor: number;
  /** `cash` and `terminal`: at the door, or whoever sold it by hand. */
  payment: 'card' | 'offline' | 'cash' | 'terminal';
  /** What of the total is still to be paid; left out if nothing is. */
  openMinor?: number;
};

export type InvoicePdfData = {
  number: string;
  /** ISO instant. */
  issuedAt: string;
  content: InvoiceContent;
};

/** The content of a credit note at the time it was issued: what it gives back of an invoice. Amounts are in minor units. */
export type CreditNoteContent = Pick<
  InvoiceContent,
  'issuer' | 'buyer' | 'orderReference' | 'event' | 'currency' | 'fees' | 'taxes' | 'netMinor' | 'totalMinor'
> & {
  /** `issuedAt`: ISO instant. */
  invoice: { number: string; issuedAt: string };
  /**
   * `dispute`: the buyer's bank took the money back. `change`: the order was changed and is invoiced anew. `waived`: what
   * was still to be paid is not paid after all.
   */
  reason: 'refund' | 'dispute' | 'change' | 'waived';
  /** After the discount. Nulls: a part of the line's price. */
  lines: { quantity: number | null; title: string; unitMinor: number | null; minor: number }[];
};

export type CreditNotePdfData = {
  number: string;
  /** ISO instant. */
  issuedAt: string;
  content: CreditNoteContent;
};
