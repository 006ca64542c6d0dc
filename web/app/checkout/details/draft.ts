import type { AnswerSheet } from '@entrada/contract/catalog/answers';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { DETAILS_DRAFT, dropDetails } from '../../platform/details-draft.ts';
import { type DetailsValues, mayFillInLater, type Person, valuesOf } from './form.ts';

/** What was typed, without the ids of one order: an order for the same event may take it over. */
type Draft = Person & {
  eventId: number;
  sendAllToBuyer: boolean;
  answers: AnswerSheet;
  people: (Person & { later: boolean; priceId: number; answers: AnswerSheet })[];
};

/** The price id of every single ticket that lets a person in. */
const pricesOf = ({ lines }: Pick<BuyerOrder, 'lines'>): number[] =>
  lines.flatMap(({ admits, priceId, quantity }) =>
    Array.from({ length: admits ? quantity : 0 }, () => priceId),
  );

/** Pure. */
export function toDraft(order: BuyerOrder, values: DetailsValues): Draft {
  const { firstName, lastName, email, sendAllToBuyer, answers, attendees, attendeeAnswers } = values;
  const people = pricesOf(order).map((priceId, index) => {
    const { itemId: _, ...person } = attendees[index] ?? {
      itemId: 0,
      later: false,
      firstName: '',
      lastName: '',
      email: '',
    };
    return { ...person, priceId, answers: attendeeAnswers[index] ?? {} };
  });
  return { eventId: order.event.id, firstName, lastName, email, sendAllToBuyer, answers, people };
}

/** The values of a form that starts from a draft. Each ticket takes the next person that was typed for its price. Pure. */
export function fromDraft(order: BuyerOrder, draft: Draft): DetailsValues {
  const base = valuesOf(order);
  const { firstName, lastName, email, sendAllToBuyer, answers } = draft;
  const known = [...draft.people];
  const people = pricesOf(order).map((priceId) => {
    const at = known.findIndex((one) => one.priceId === priceId);
    return at < 0 ? undefined : known.splice(at, 1)[0];
  });
  return {
    firstName,
    lastName,
    email,
    answers,
    sendAllToBuyer: order.attendeeDetails === 'per_order' || sendAllToBuyer,
    attendees: base.attendees.map((one, index) => {
      const typed = people[index];
      return typed
        ? {
            itemId: one.itemId,
            later: typed.later && mayFillInLater(order),
            firstName: typed.firstName,
            lastName: typed.lastName,
            email: typed.email,
          }
        : one;
    }),
    attendeeAnswers: base.attendees.map(
      (_, index) => people[index]?.answers ?? base.attendeeAnswers[index] ?? {},
    ),
  };
}

/**
 * Keeps what was typed so that a reload does not lose it. Session storage, not a draft on the server: what somebody has
 * not sent yet never leaves the device, ends with the tab, and is seen by nobody else who holds the link of the order.
 */
export function keepDetails(order: BuyerOrder, values: DetailsValues): void {
  try {
    sessionStorage.setItem(DETAILS_DRAFT, JSON.stringify(toDraft(order, values)));
  } catch {
    // The browser forbids storage, or it is full. The form works without.
  }
}

/** What was typed in this tab for the order's event; null if nothing was. */
export function readDetailsDraft(order: BuyerOrder): DetailsValues | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(DETAILS_DRAFT) ?? 'null') as Draft | null;
    if (draft === null) return null;
    if (draft.eventId === order.event.id) return fromDraft(order, draft);
  } catch {
    // Another version wrote it.
  }
  dropDetails();
  return null;
}
