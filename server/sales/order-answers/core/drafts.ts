import { personName } from '@entrada/contract/accounts/person-name';
import { type AnswerSheet, checkAnswers, concerns } from '@entrada/contract/catalog/answers';
import type { AnswerGroup, BuyerQuestion } from '@entrada/contract/catalog/questions';
import type { FieldError } from '@entrada/contract/errors';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { admitting } from '../../orders/core/lines.ts';
import type { DraftAnswer, Order, OrderItem } from '../../orders/core/types.ts';

type Line = Pick<OrderItem, 'ticketId' | 'quantity' | 'admits'>;

type Sheets = { answers?: AnswerSheet | undefined; attendeeAnswers?: AnswerSheet[] | undefined };

/**
 * The ids of an order's tickets, one for each unit that lets a person in, in the order of its lines. The first is unit 1.
 */
const unitsOf = (items: readonly Line[]): number[] =>
  admitting(items).flatMap(({ ticketId, quantity }) => Array.from({ length: quantity }, () => ticketId));

/**
 * The questions for an order: those about the whole order, and those about attendees who hold one of its tickets. An
 * order without attendees has no questions about them.
 */
export function questionsFor(items: readonly Line[], questions: readonly BuyerQuestion[]): BuyerQuestion[] {
  const tickets = items.map(({ ticketId }) => ticketId);
  const units = unitsOf(items);
  return questions.filter((question) =>
    question.scope === 'order' ? concerns(question, tickets) : units.length > 0 && concerns(question, units),
  );
}

/**
 * Reads what a buyer answered. `later`: the numbers of the tickets that are asked later. Each answer gets the present
 * wording of its question. Errors have paths in the request body.
 */
export function readAnswers(
  items: readonly Line[],
  questions: readonly BuyerQuestion[],
  { answers = {}, attendeeAnswers = [] }: Sheets,
  later: ReadonlySet<number> = new Set(),
): { answers: DraftAnswer[]; errors: FieldError[] } {
  const held = { tickets: items.map(({ ticketId }) => ticketId), units: unitsOf(items), later };
  const { given, errors } = checkAnswers(questions, held, { answers, attendeeAnswers });
  const byId = new Map(questions.map((question) => [question.id, question]));
  const drafts = given.flatMap(({ questionId, unit, value }): DraftAnswer[] => {
    const question = byId.get(questionId);
    return question ? [{ questionId, unit, title: question.title, type: question.type, value }] : [];
  });
  return { answers: drafts, errors };
}

/**
 * Drafts as a form reads them: one sheet for the order and one for each ticket. No ticket has a sheet if no ticket has
 * an answer.
 */
export function sheetsOf(order: Pick<Order, 'answers' | 'items'>): {
  answers: AnswerSheet;
  attendeeAnswers: AnswerSheet[];
} {
  const sheet = (unit: number | null): AnswerSheet =>
    Object.fromEntries(
      order.answers.filter((one) => one.unit === unit).map((one) => [one.questionId, one.value]),
    );
  const isAnswered = order.answers.some(({ unit }) => unit !== null);
  return {
    answers: sheet(null),
    attendeeAnswers: isAnswered ? unitsOf(order.items).map((_, at) => sheet(at + 1)) : [],
  };
}

/** Drafts as readers see them until the tickets are issued, with the names that the buyer typed. */
export function draftGroups(
  order: Pick<
    Order,
    'answers' | 'items' | 'reference' | 'attendeeDetails' | 'sendAllToBuyer' | 'buyer' | 'locale'
  >,
): AnswerGroup[] {
  const typed = Map.groupBy(order.attendeeDetails, ({ itemId }) => itemId);
  const people = admitting(order.items).flatMap((item) =>
    Array.from({ length: item.quantity }, (_, at) => ({
      ticketName: sideBySide([item.ticketName, item.priceLabel], order.locale),
      person: (order.sendAllToBuyer ? undefined : typed.get(item.id)?.[at]) ?? order.buyer,
    })),
  );
  const groups = Map.groupBy(order.answers, ({ unit }) => unit);
  const units = [...groups.keys()].sort((a, b) => (a ?? 0) - (b ?? 0));
  return units.map((unit) => {
    const found = unit === null ? undefined : people[unit - 1];
    const given = (groups.get(unit) ?? []).map(({ unit: _, ...answer }) => answer);
    const attendee =
      unit === null
        ? null
        : {
            reference: `${order.reference}-${unit}`,
            name: personName(found?.person ?? {}),
            ticketName: found?.ticketName ?? '',
          };
    return { attendee, given };
  });
}
