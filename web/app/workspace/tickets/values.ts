import type { AccountTaxOrFee } from '@entrada/contract/catalog/taxes-and-fees';
import { createTicket, type Ticket, type TicketType } from '@entrada/contract/catalog/tickets';
import { formatMoneyInput } from '@entrada/contract/money';
import { toLocalTime } from '../../platform/i18n/zoned-time.ts';
import { TICKET_DEFAULTS } from '../kit/data/ticket-defaults.ts';
import { readAnyWhole } from '../kit/fields/whole-number.ts';
import { type Judged, judge } from '../kit/form/judge.ts';
import { type Frame, readTyped } from '../kit/form/typed.ts';
import type { TicketBody } from './api.ts';

export type PriceValues = {
  /** Identifies the row on the page, because a new price has no id yet. */
  key: string;
  id: number | null;
  label: string;
  amount: string;
  /** Empty: no limit. */
  quantity: string;
  saleStartsAt: string;
  saleEndsAt: string;
  hidden: boolean;
  sold: number;
  reserved: number;
  /** Null: no limit. */
  available: number | null;
};

const FLAGS = [
  'admits',
  'hidden',
  'hideBeforeSale',
  'hideAfterSale',
  'hideWhenSoldOut',
  'hideWithoutPromoCode',
  'showQuantityRemaining',
  'collapsedOnLoad',
  'maxIsPerPerson',
] as const;
export type Flag = (typeof FLAGS)[number];

export type TicketValues = {
  type: TicketType;
  name: string;
  description: string;
  ownStartsAt: string;
  ownEndsAt: string;
  saleStartsAt: string;
  saleEndsAt: string;
  minPerOrder: string;
  maxPerOrder: string;
  prices: PriceValues[];
  /** Ids of taxes and fees. Null: the defaults of a new ticket of this type. */
  taxOrFeeIds: number[] | null;
} & Record<Flag, boolean>;

export function emptyPrice(key: string): PriceValues {
  return {
    key,
    id: null,
    label: '',
    amount: '',
    quantity: '',
    saleStartsAt: '',
    saleEndsAt: '',
    hidden: false,
    sold: 0,
    reserved: 0,
    available: null,
  };
}

/** A key that no tier of the form has yet. */
export function nextTierKey(tiers: readonly PriceValues[]): string {
  const taken = new Set(tiers.map((tier) => tier.key));
  let nth = 1;
  while (taken.has(`new-${nth}`)) nth += 1;
  return `new-${nth}`;
}

export function emptyTicket(): TicketValues {
  return {
    type: 'paid',
    name: '',
    description: '',
    ownStartsAt: '',
    ownEndsAt: '',
    saleStartsAt: '',
    saleEndsAt: '',
    ...flagsOf(TICKET_DEFAULTS),
    minPerOrder: String(TICKET_DEFAULTS.minPerOrder),
    maxPerOrder: String(TICKET_DEFAULTS.maxPerOrder),
    prices: [emptyPrice('0')],
    taxOrFeeIds: null,
  };
}

const flagsOf = (from: { [flag in Flag]?: boolean | undefined }) =>
  Object.fromEntries(FLAGS.map((flag) => [flag, from[flag]])) as Record<Flag, boolean>;

/** The form's values for a ticket. */
export function ticketValues(ticket: Ticket, frame: Frame): TicketValues {
  const local = (at: string | null) => (at ? toLocalTime(at, frame.timezone) : '');
  const { type, name, description } = ticket;
  return {
    type,
    name,
    description,
    ownStartsAt: local(ticket.ownStartsAt),
    ownEndsAt: local(ticket.ownEndsAt),
    saleStartsAt: local(ticket.saleStartsAt),
    saleEndsAt: local(ticket.saleEndsAt),
    minPerOrder: String(ticket.minPerOrder),
    maxPerOrder: String(ticket.maxPerOrder),
    ...flagsOf(ticket),
    // A free ticket has no taxes or fees. It gets the defaults when it becomes a paid one.
    taxOrFeeIds: type === 'free' ? null : ticket.taxesAndFees.map((taxOrFee) => taxOrFee.id),
    prices: ticket.prices.map((price) => ({
      key: String(price.id),
      id: price.id,
      label: price.label,
      amount: formatMoneyInput(price.amount, frame.currency, frame.locale),
      quantity: price.quantity === null ? '' : String(price.quantity),
      saleStartsAt: local(price.saleStartsAt),
      saleEndsAt: local(price.saleEndsAt),
      hidden: price.hidden,
      sold: price.sold,
      reserved: price.reserved,
      available: price.available,
    })),
  };
}

/** Turns the form's values into the body of the request, or lists its errors. */
export function readTicket(values: TicketValues, frame: Frame): Judged<TicketBody> {
  const { type, taxOrFeeIds } = values;
  const isTiered = type === 'tiered';
  const typed = readTyped();
  const window = (from: Pick<PriceValues, 'saleStartsAt' | 'saleEndsAt'>, path = '') => ({
    saleStartsAt: typed.instantOrNull(`${path}saleStartsAt`, from.saleStartsAt, frame.timezone),
    saleEndsAt: typed.instantOrNull(`${path}saleEndsAt`, from.saleEndsAt, frame.timezone),
  });
  const amount = (text: string, path: string): number => {
    // A donation without a minimum starts at zero.
    if (type === 'free' || (type === 'donation' && text.trim() === '')) return 0;
    return typed.money(path, text, frame);
  };
  const prices = (isTiered ? values.prices : values.prices.slice(0, 1)).map((price, index) => ({
    ...(price.id !== null && { id: price.id }),
    label: isTiered ? price.label : '',
    amount: amount(price.amount, `prices.${index}.amount`),
    quantity: typed.wholeOrNull(`prices.${index}.quantity`, price.quantity, readAnyWhole),
    ...(isTiered ? window(price, `prices.${index}.`) : { saleStartsAt: null, saleEndsAt: null }),
    hidden: isTiered && price.hidden,
  }));
  const body = {
    type,
    name: values.name,
    description: values.description,
    // A ticket that lets nobody in is for no part of the event.
    ownStartsAt: values.admits
      ? typed.instantOrNull('ownStartsAt', values.ownStartsAt, frame.timezone)
      : null,
    ownEndsAt: values.admits ? typed.instantOrNull('ownEndsAt', values.ownEndsAt, frame.timezone) : null,
    ...window(values),
    minPerOrder: typed.whole('minPerOrder', values.minPerOrder, readAnyWhole),
    maxPerOrder: typed.whole('maxPerOrder', values.maxPerOrder, readAnyWhole),
    ...flagsOf(values),
    ...(taxOrFeeIds && type !== 'free' && { taxOrFeeIds }),
    prices,
  };
  return judge(createTicket, body, typed);
}

/**
 * The taxes that other tickets of the event carry, the most common first, if this one is to be paid for and has none.
 * `common` counts the stored tickets, so also this one with `storedIds`.
 */
export function taxesOfOthers(
  {
    type,
    chosen,
    storedIds,
  }: { type: TicketType; chosen: readonly AccountTaxOrFee[]; storedIds: readonly number[] },
  common: readonly { id: number; tickets: number }[],
  known: readonly AccountTaxOrFee[],
): AccountTaxOrFee[] {
  const isPriced = type === 'paid' || type === 'tiered';
  if (!isPriced || chosen.some((one) => one.type === 'tax')) return [];
  const others = common.filter(({ id, tickets }) => tickets > (storedIds.includes(id) ? 1 : 0));
  return others.flatMap(({ id }) => known.find((one) => one.id === id) ?? []);
}

/** Adds the removed tiers to the form again, at the end. */
export function withRemoved(prices: readonly PriceValues[], before: readonly PriceValues[]): PriceValues[] {
  const kept = new Set(prices.map((price) => price.id));
  return [...prices, ...before.filter((price) => price.id !== null && !kept.has(price.id))];
}
