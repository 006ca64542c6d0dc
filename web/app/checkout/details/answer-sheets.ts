import {
  type AnswerSheet,
  type Asked,
  checkAnswers,
  concerns,
  isChoice,
} from '@entrada/contract/catalog/answers';
import type { BuyerQuestion } from '@entrada/contract/catalog/questions';
import type { FieldError } from '@entrada/contract/errors';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { type PostedForm, readAnswer } from '../../ui/form/read-answer.ts';

type Questioned = Pick<BuyerOrder, 'questions' | 'lines'>;
export type Sheets = { answers: AnswerSheet; attendeeAnswers: AnswerSheet[] };

/** The ticket id of every single ticket of an order that lets a person in, in the order of its lines. */
export const unitsOf = (order: Pick<BuyerOrder, 'lines'>): number[] =>
  order.lines.flatMap(({ admits, ticketId, quantity }) =>
    admits ? Array.from({ length: quantity }, () => ticketId) : [],
  );

const ticketsOf = (order: Pick<BuyerOrder, 'lines'>): number[] => order.lines.map(({ ticketId }) => ticketId);

export const orderQuestions = (order: Questioned): BuyerQuestion[] =>
  order.questions.filter((one) => one.scope === 'order' && concerns(one, ticketsOf(order)));

/** The questions for the attendee with one ticket. */
export const ticketQuestions = (order: Questioned, ticketId: number): BuyerQuestion[] =>
  order.questions.filter((one) => one.scope === 'attendee' && concerns(one, [ticketId]));

/** Reads the answers of a form. Ignores answers to questions that were not asked. */
export function readSheets(order: Questioned, posted: PostedForm): Sheets {
  const read = (asked: readonly Asked[], path: string): AnswerSheet =>
    Object.fromEntries(asked.map((one) => [one.id, readAnswer(one.type, posted, `${path}.${one.id}`)]));
  const units = unitsOf(order);
  const isAsked = units.some((ticketId) => ticketQuestions(order, ticketId).length > 0);
  return {
    answers: read(orderQuestions(order), 'answers'),
    attendeeAnswers: isAsked
      ? units.map((ticketId, index) => read(ticketQuestions(order, ticketId), `attendeeAnswers.${index}`))
      : [],
  };
}

const isAnswerPath = (path: string) => /^(answers|attendeeAnswers)(\.|$)/.test(path);

/** Sorts the fields: the buyer first, then the questions of the order, then each attendee. */
function rank(path: string): number {
  const [head = '', index] = path.split('.');
  if (head === 'answers') return 1;
  return head === 'attendees' || head === 'attendeeAnswers' ? 2 + (Number(index) || 0) : 0;
}

/**
 * Adds the errors of the answers to other errors, also if the server did not check the answers. `later`: the numbers of
 * the tickets that are asked later, starting at 1. All errors are in
 * the order of the form. A missing choice gets the error `invalid_choice`.
 */
export function withAnswerErrors(
  order: Questioned,
  { later, ...sheets }: Sheets & { later: ReadonlySet<number> },
  errors: FieldError[],
): FieldError[] {
  const isMissed = !errors.some(({ path }) => isAnswerPath(path));
  const found = isMissed
    ? [
        ...errors,
        ...checkAnswers(order.questions, { tickets: ticketsOf(order), units: unitsOf(order), later }, sheets)
          .errors,
      ]
    : errors;
  const choices = new Set(order.questions.filter(({ type }) => isChoice(type)).map(({ id }) => String(id)));
  return found
    .map((error): FieldError => {
      const id = error.path.split('.').at(-1) ?? '';
      const isUnchosen = error.code === 'required' && isAnswerPath(error.path) && choices.has(id);
      return isUnchosen ? { path: error.path, code: 'invalid_choice' } : error;
    })
    .sort((a, b) => rank(a.path) - rank(b.path));
}
