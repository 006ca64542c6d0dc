import type { TicketType } from '@entrada/contract/catalog/tickets';
import type { TaxOrFee } from '@entrada/contract/pricing';

/** One sellable unit with its stock at the time of reading. Times are instants, amounts minor units. */
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

/** An active capacity assignment of a ticket with its stock at the time of reading. */
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
  /** Whether it lets a person in. */
  admits: boolean;
  /** The part of the event that it is for; null for the whole event. Its sale ends with it. */
  ownStartsAt: Date | null;
  ownEndsAt: Date | null;
  saleStartsAt: Date | null;
  saleEndsAt: Date | null;
  minPerOrder: number;
  maxPerOrder: number;
  /** Whether the maximum counts over all orders of one email address. */
  maxIsPerPerson: boolean;
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
