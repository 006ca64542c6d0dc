import type { AnswerSheet } from '@entrada/contract/catalog/answers';
import type { Locale } from '@entrada/contract/constants';
import { addGuests } from '@entrada/contract/sales/guests/add';
import type { PaidByHand } from '@entrada/contract/sales/orders';
import type { z } from 'zod';
import { type Judged, judge } from '../../kit/form/judge.ts';
import { type Frame, readTyped } from '../../kit/form/typed.ts';
import { firstPrice, type GuestPrice, totalFor } from '../../kit/guests/prices.ts';

export type GuestBody = z.output<typeof addGuests.body>;

/** `key`: the same for as long as the row exists. */
export type Person = { key: number; firstName: string; lastName: string; email: string };

/** What people pay: nothing, what the ticket costs, or another amount. */
export type Cost = 'free' | 'listed' | 'other';

export type GuestValues = {
  priceId: string;
  cost: Cost;
  amount: string;
  payment: PaidByHand | null;
  attendees: Person[];
  answers: AnswerSheet;
  attendeeAnswers: AnswerSheet[];
  locale: Locale;
  notify: boolean;
  exceedCapacity: boolean;
};

export const person = (key: number): Person => ({ key, firstName: '', lastName: '', email: '' });

/** A form for one person who comes for free. */
export const emptyGuests = (prices: readonly GuestPrice[], locale: Locale): GuestValues => ({
  priceId: String(firstPrice(prices)?.price.id ?? ''),
  cost: 'free',
  amount: '',
  payment: null,
  attendees: [person(1)],
  answers: {},
  attendeeAnswers: [],
  locale,
  notify: true,
  exceedCapacity: false,
});

/** The amount for each person, in minor units. Undefined while it cannot be read. */
export function amountOf(
  values: GuestValues,
  chosen: GuestPrice | undefined,
  frame: Frame,
): number | undefined {
  if (!chosen || values.cost === 'free' || chosen.ticket.type === 'free') return 0;
  if (values.cost === 'listed') return chosen.price.amount;
  const typed = readTyped();
  const minor = typed.money('amount', values.amount, frame);
  return typed.wrong.length > 0 ? undefined : minor;
}

/** The body of the request, with the total that the form shows; or everything that is wrong. */
export function readGuests(
  values: GuestValues,
  chosen: GuestPrice | undefined,
  frame: Frame,
): Judged<GuestBody> {
  const typed = readTyped();
  if (!chosen) typed.note('priceId', 'required');
  const isOther = values.cost === 'other' && chosen?.ticket.type !== 'free';
  const amount = isOther
    ? typed.money('amount', values.amount, frame)
    : (amountOf(values, chosen, frame) ?? 0);
  const body = {
    priceId: chosen?.price.id ?? 1,
    amount,
    payment: amount > 0 ? values.payment : null,
    attendees: values.attendees.map(({ key: _, ...one }) => one),
    answers: values.answers,
    attendeeAnswers: values.attendees.map((_, at) => values.attendeeAnswers[at] ?? {}),
    locale: values.locale,
    notify: values.notify,
    exceedCapacity: values.exceedCapacity,
    ...(chosen && { expectedTotal: totalFor(chosen, amount, values.attendees.length) }),
  };
  return judge(addGuests, body, typed);
}
