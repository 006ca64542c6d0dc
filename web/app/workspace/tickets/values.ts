import type { AccountTaxOrFee } from '@entrada/contract/catalog/taxes-and-fees';
import type { Ticket, TicketType } from '@entrada/contract/catalog/tickets';
import { LIMITS } from '@entrada/contract/constants';
import type { FieldErrorCode } from '@entrada/contract/errors';
import { formatMoneyInput, type MoneyInputError, parseMoneyInput } from '@entrada/contract/money';
import { fromLocalTime, toLocalTime } from '../../platform/i18n/zoned-time.ts';
import { readWholeWithin, type WholeError } from '../kit/form/whole-number.ts';
import type { TicketBody } from './api.ts';

/** How the event writes money and time, and how the reader does. */
export type FormFrame = { currency: string; timezone: string; locale: string };

export type PriceValues = {
  /** Tells rows apart on the page; new ones have no id yet. */
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

export const FLAGS = [
  'hidden',
  'hideBeforeSale',
  'hideAfterSale',
  'hideWhenSoldOut',
  'hideWithoutPromoCode',
  'showQuantityRemaining',
  'collapsedOnLoad',
] as const;
export type Flag = (typeof FLAGS)[number];

export type TicketValues = {
  type: TicketType;
  name: string;
  description: string;
  saleStartsAt: string;
  saleEndsAt: string;
  minPerOrder: string;
  maxPerOrder: string;
  prices: PriceValues[];
  /** Taxes and fees; null: what a new ticket of its type starts with. */
  taxOrFeeIds: number[] | null;
} & Record<Flag, boolean>;

export type Wrong = {
  path: string;
  code: FieldErrorCode | MoneyInputError | WholeError['code'];
  min?: number;
  max?: number;
};

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

/** A key that no tier of the form has. */
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
    saleStartsAt: '',
    saleEndsAt: '',
    minPerOrder: '1',
    maxPerOrder: '10',
    prices: [emptyPrice('0')],
    hidden: false,
    hideBeforeSale: false,
    hideAfterSale: false,
    hideWhenSoldOut: false,
    hideWithoutPromoCode: false,
    showQuantityRemaining: false,
    collapsedOnLoad: false,
    taxOrFeeIds: null,
  };
}

/** A ticket as its form shows it. */
export function ticketValues(ticket: Ticket, frame: FormFrame): TicketValues {
  const local = (at: string | null) => (at ? toLocalTime(at, frame.timezone) : '');
  const { type, name, description } = ticket;
  const flags = Object.fromEntries(FLAGS.map((flag) => [flag, ticket[flag]])) as Record<Flag, boolean>;
  return {
    type,
    name,
    description,
    saleStartsAt: local(ticket.saleStartsAt),
    saleEndsAt: local(ticket.saleEndsAt),
    minPerOrder: String(ticket.minPerOrder),
    maxPerOrder: String(ticket.maxPerOrder),
    ...flags,
    // A free one has none, and gets the defaults when it becomes a paid one.
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

/** Reads a form into what the API takes, or says which fields can't be read, by the paths of that body. */
export function readTicket(
  values: TicketValues,
  frame: FormFrame,
): { body: TicketBody; wrong: [] } | { body: null; wrong: Wrong[] } {
  const wrong: Wrong[] = [];
  const instant = (local: string, path: string): string | null => {
    if (local === '') return null;
    const at = fromLocalTime(local, frame.timezone);
    if (!at) wrong.push({ path, code: 'invalid_date' });
    return at ?? null;
  };
  const whole = (text: string, path: string, min: number, max: number): number => {
    const value = readWholeWithin(text, min, max);
    if (typeof value === 'number') return value;
    wrong.push({ path, ...value });
    return Number.NaN;
  };
  const amount = (text: string, path: string): number => {
    // A donation without a minimum starts at nothing.
    if (values.type === 'free' || (values.type === 'donation' && text.trim() === '')) return 0;
    const minor = parseMoneyInput(text, frame.currency, frame.locale);
    if (typeof minor !== 'number') wrong.push({ path, code: minor.error });
    else if (values.type === 'paid' && minor === 0) wrong.push({ path, code: 'too_small', min: 1 });
    else return minor;
    return 0;
  };
  if (values.name.trim() === '') wrong.push({ path: 'name', code: 'required' });
  const isTiered = values.type === 'tiered';
  const prices = (isTiered ? values.prices : values.prices.slice(0, 1)).map((price, index) => {
    const path = (field: string) => `prices.${index}.${field}`;
    if (isTiered && price.label.trim() === '') wrong.push({ path: path('label'), code: 'required' });
    return {
      ...(price.id !== null && { id: price.id }),
      label: isTiered ? price.label : '',
      amount: amount(price.amount, path('amount')),
      quantity:
        price.quantity.trim() === '' ? null : whole(price.quantity, path('quantity'), 0, LIMITS.quantity),
      saleStartsAt: isTiered ? instant(price.saleStartsAt, path('saleStartsAt')) : null,
      saleEndsAt: isTiered ? instant(price.saleEndsAt, path('saleEndsAt')) : null,
      hidden: isTiered && price.hidden,
    };
  });
  const minPerOrder = whole(values.minPerOrder, 'minPerOrder', 1, LIMITS.perOrder);
  const maxPerOrder = whole(values.maxPerOrder, 'maxPerOrder', 1, LIMITS.perOrder);
  if (maxPerOrder < minPerOrder) wrong.push({ path: 'maxPerOrder', code: 'too_small', min: minPerOrder });
  const { type, name, description } = values;
  const flags = Object.fromEntries(FLAGS.map((flag) => [flag, values[flag]])) as Record<Flag, boolean>;
  const saleStartsAt = instant(values.saleStartsAt, 'saleStartsAt');
  const saleEndsAt = instant(values.saleEndsAt, 'saleEndsAt');
  if (saleStartsAt && saleEndsAt && saleEndsAt <= saleStartsAt) {
    wrong.push({ path: 'saleEndsAt', code: 'must_be_after_start' });
  }
  if (wrong.length > 0) return { body: null, wrong };
  const taxesAndFees = values.taxOrFeeIds && type !== 'free' ? { taxOrFeeIds: values.taxOrFeeIds } : {};
  const fields = { type, name, description, saleStartsAt, saleEndsAt, minPerOrder, maxPerOrder };
  return { body: { ...fields, ...flags, ...taxesAndFees, prices }, wrong: [] };
}

/** The taxes and fees that the form stands for: the chosen ones, or those that a new ticket of its type starts with. */
export function chosenTaxesAndFees(
  values: Pick<TicketValues, 'type' | 'taxOrFeeIds'>,
  taxesAndFees: readonly AccountTaxOrFee[],
  currency: string,
): AccountTaxOrFee[] {
  const { type, taxOrFeeIds } = values;
  if (type === 'free') return [];
  if (taxOrFeeIds) return taxesAndFees.filter((taxOrFee) => taxOrFeeIds.includes(taxOrFee.id));
  if (type === 'donation') return [];
  return taxesAndFees.filter(
    (taxOrFee) => taxOrFee.isDefault && (taxOrFee.currency ?? currency) === currency,
  );
}

/** Tiers of the form with those that it removed put back at the end. */
export function withRemoved(prices: readonly PriceValues[], before: readonly PriceValues[]): PriceValues[] {
  const kept = new Set(prices.map((price) => price.id));
  return [...prices, ...before.filter((price) => price.id !== null && !kept.has(price.id))];
}
