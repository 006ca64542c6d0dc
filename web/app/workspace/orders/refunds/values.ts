import { formatMoneyInput, type MoneyInputError, parseMoneyInput } from '@entrada/contract/money';
import type { OrderRefunds, Refund } from '@entrada/contract/sales/refunds';
import type { RefundBody } from '../api.ts';

export type RefundMode = 'all' | 'tickets' | 'amount';

/** The values of the refund dialog. */
export type RefundDraft = {
  mode: RefundMode;
  attendeeIds: number[];
  /** Lines that admit nobody. They are refunded as a whole. */
  lineIds: number[];
  /** As typed. */
  amount: string;
  /** Null until the user decides: `proposesCancel` then says what is proposed. */
  cancel: boolean | null;
  notify: boolean;
  note: string;
};

type RefundField = 'attendeeIds' | 'amount';
export type RefundWrong = { field: RefundField; code: MoneyInputError | 'none' | 'zero' | 'above' | 'free' };

type Attendee = OrderRefunds['attendees'][number];
type Line = OrderRefunds['lines'][number];

export const NEW_REFUND: RefundDraft = {
  mode: 'all',
  attendeeIds: [],
  lineIds: [],
  amount: '',
  cancel: null,
  notify: true,
  note: '',
};

/** Whether a ticket can be refunded: it cost something and was not refunded before. */
export const isRefundable = (one: Attendee): boolean => !one.isRefunded && one.unitTotal > 0;

export const isRefundableLine = (one: Line): boolean => !one.isRefunded && one.total > 0;

/** The values of the dialog to try a failed refund again. */
export function draftOf(
  failed: Refund,
  money: OrderRefunds,
  { locale, canCancel }: { locale: string; canCancel: boolean },
): RefundDraft {
  const { note, notifies: notify } = failed;
  const shared = { ...NEW_REFUND, note, notify, cancel: failed.cancels && canCancel };
  const known = money.attendees.filter(isRefundable).map(({ id }) => id);
  const attendeeIds = failed.attendeeIds.filter((id) => known.includes(id));
  const knownLines = money.lines.filter(isRefundableLine).map(({ id }) => id);
  const lineIds = failed.lineIds.filter((id) => knownLines.includes(id));
  if (attendeeIds.length + lineIds.length > 0) return { ...shared, mode: 'tickets', attendeeIds, lineIds };
  if (failed.amount >= money.refundable) return shared;
  return { ...shared, mode: 'amount', amount: formatMoneyInput(failed.amount, money.currency, locale) };
}

/** The amount of the refund in minor units, or what is wrong with it. */
export function readAmount(
  draft: RefundDraft,
  money: OrderRefunds,
  locale: string,
): { amount: number } | { wrong: RefundWrong; amount?: number } {
  if (draft.mode === 'all') return { amount: money.refundable };
  if (draft.mode === 'tickets') {
    const field = 'attendeeIds';
    if (draft.attendeeIds.length + draft.lineIds.length === 0) return { wrong: { field, code: 'none' } };
    const tickets = money.attendees.filter(({ id }) => draft.attendeeIds.includes(id));
    const lines = money.lines.filter(({ id }) => draft.lineIds.includes(id));
    const amount =
      tickets.reduce((sum, one) => sum + one.unitTotal, 0) + lines.reduce((sum, one) => sum + one.total, 0);
    if (amount === 0) return { wrong: { field, code: 'free' } };
    return amount > money.refundable ? { wrong: { field, code: 'above' }, amount } : { amount };
  }
  const field = 'amount';
  const amount = parseMoneyInput(draft.amount, money.currency, locale);
  if (typeof amount !== 'number') return { wrong: { field, code: amount.error } };
  if (amount === 0) return { wrong: { field, code: 'zero' } };
  return amount > money.refundable ? { wrong: { field, code: 'above' }, amount } : { amount };
}

/**
 * The tickets that the refund can cancel: the chosen tickets, or all tickets of the order if none are chosen by name.
 */
export function cancellable(
  draft: Pick<RefundDraft, 'mode' | 'attendeeIds'>,
  money: OrderRefunds,
): Attendee[] {
  return money.attendees.filter(
    (one) => one.status !== 'cancelled' && (draft.mode !== 'tickets' || draft.attendeeIds.includes(one.id)),
  );
}

/** The lines without tickets that the refund can cancel, by the same rule. */
export function cancellableLines(
  draft: Pick<RefundDraft, 'mode' | 'lineIds'>,
  money: Pick<OrderRefunds, 'lines'>,
): Line[] {
  return money.lines.filter(
    (one) => !one.isCancelled && (draft.mode !== 'tickets' || draft.lineIds.includes(one.id)),
  );
}

/**
 * Whether a refund proposes to cancel as well: it sends back all that is left, so nothing of the purchase remains.
 * `amount` is undefined while it cannot be read.
 */
export const proposesCancel = (
  amount: number | undefined,
  money: Pick<OrderRefunds, 'refundable'>,
): boolean => amount === money.refundable;

/** The body of the request. `amount` comes from `readAmount`, `cancel` is what the dialog shows. */
export function bodyOf(draft: RefundDraft, amount: number, cancel: boolean): RefundBody {
  const { notify, note } = draft;
  const about = { cancel, notify, note };
  if (draft.mode !== 'tickets') return { amount, ...about };
  const { attendeeIds, lineIds } = draft;
  return {
    ...(attendeeIds.length > 0 && { attendeeIds }),
    ...(lineIds.length > 0 && { lineIds }),
    ...about,
  };
}
