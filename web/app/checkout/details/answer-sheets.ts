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
import { readAnswer } from '../../ui/form/read-answer.ts';

type Questioned = Pick<BuyerOrder, 'questions' | 'lines'>;
export type Sheets = { answers: AnswerSheet; attendeeAnswers: AnswerSheet[] };

/** The tickets of an order, one by one, in the order of its lines. */
export const ticketsOf = (order: Pick<BuyerOrder, 'lines'>): number[] =>
  order.lines.flatMap(({ ticketId, quantity }) => Array.from({ length: quantity }, () => ticketId));

export const orderQuestions = (order: Questioned): BuyerQuestion[] =>
  order.questions.filter((one) => one.scope === 'order' && concerns(one, ticketsOf(order)));

/** The questions for whoever comes with one ticket. */
export const ticketQuestions = (order: Questioned, ticketId: number): BuyerQuestion[] =>
  order.questions.filter((one) => one.scope === 'attendee' && concerns(one, [ticketId]));

/** What a form answers; only what is asked is looked at. */
export function readSheets(order: Questioned, form: FormData): Sheets {
  const read = (asked: readonly Asked[], path: string): AnswerSheet =>
    Object.fromEntries(asked.map((one) => [one.id, readAnswer(one.type, form, `${path}.${one.id}`)]));
  const tickets = ticketsOf(order);
  const isAsked = tickets.some((ticketId) => ticketQuestions(order, ticketId).length > 0);
  return {
    answers: read(orderQuestions(order), 'answers'),
    attendeeAnswers: isAsked
      ? tickets.map((ticketId, index) => read(ticketQuestions(order, ticketId), `attendeeAnswers.${index}`))
      : [],
  };
}

const isAnswerPath = (path: string) => /^(answers|attendeeAnswers)(\.|$)/.test(path);

/** The buyer first, then what is asked of the order, then person by person. */
function rank(path: string): number {
  const [head = '', index] = path.split('.');
  if (head === 'answers') return 1;
  return head === 'attendees' || head === 'attendeeAnswers' ? 2 + (Number(index) || 0) : 0;
}

/**
 * What is wrong with the answers beside other errors, also where the server did not get that far; all in the order of the
 * form. Who has to choose is told to choose.
 */
export function withAnswerErrors(order: Questioned, sheets: Sheets, errors: FieldError[]): FieldError[] {
  const isMissed = !errors.some(({ path }) => isAnswerPath(path));
  const found = isMissed
    ? [...errors, ...checkAnswers(order.questions, ticketsOf(order), sheets).errors]
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
