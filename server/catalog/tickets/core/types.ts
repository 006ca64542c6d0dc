import type { TicketType } from '@entrada/contract/catalog/tickets';
import type { Discount, TaxOrFee } from '@entrada/contract/pricing';

/** One sellable unit with its stock as it stood when it was read. Times are instants, amounts minor units. */
export type PriceForSale = {
  id: number;
  counterId: number;
  label: string;
  /** List price; the minimum of a donation. */
  amount: number;
  /** Null when unlimited. */
  quantity: number | null;
  sold: number;
  reserved: number;
  saleStartsAt: Date | null;
  saleEndsAt: Date | null;
  hidden: boolean;
};

/** An active capacity assignment of a ticket with its stock as it stood when it was read. */
export type PoolForSale = {
  id: number;
  counterId: number;
  name: string;
  /** Null when unlimited. */
  quantity: number | null;
  sold: number;
  reserved: number;
};

export type TicketForSale = {
  id: number;
  type: TicketType;
  name: string;
  description: string;
  position: number;
  saleStartsAt: Date | null;
  saleEndsAt: Date | null;
  minPerOrder: number;
  maxPerOrder: number;
  hidden: boolean;
  hideBeforeSale: boolean;
  hideAfterSale: boolean;
  hideWhenSoldOut: boolean;
  hideWithoutPromoCode: boolean;
  showQuantityRemaining: boolean;
  collapsedOnLoad: boolean;
  /** In the order of their position. */
  prices: PriceForSale[];
  /** The pools that each of its units takes from, by counter. */
  pools: PoolForSale[];
  /** As pricing takes them, in the order attached. */
  taxesAndFees: TaxOrFee[];
};

export type EventForSale = {
  id: number;
  accountId: number;
  organizerId: number;
  title: string;
  slug: string;
  status: 'draft' | 'public' | 'archived';
  startsAt: Date;
  endsAt: Date | null;
  /** When it is over: its end, or 24 hours after its start. */
  effectiveEnd: Date;
  timezone: string;
  currency: string;
  catalogVersion: number;
  settings: {
    orderTimeoutMinutes: number;
    attendeeDetails: 'per_ticket' | 'per_order';
    priceDisplay: 'inclusive' | 'exclusive';
    showAvailableCount: boolean;
    cardPayments: boolean;
    offlinePayments: boolean;
  };
};

/** All that a sale of one event depends on, hidden tickets included. */
export type CatalogForSale = {
  /** The database's clock when this was read. */
  now: Date;
  event: EventForSale;
  /** In homepage order. */
  tickets: TicketForSale[];
};

export type PromoForSale = {
  id: number;
  /** As the organizer wrote it. */
  code: string;
  counterId: number;
  discount: Discount;
  appliesToAll: boolean;
  /** The tickets it is for unless it applies to all. */
  ticketIds: number[];
  expiresAt: Date | null;
  disabled: boolean;
  /** Uses: null when unlimited. A use is one order. */
  quantity: number | null;
  sold: number;
  reserved: number;
};
