import {
  type AnswerValue,
  checkAnswer,
  EMPTY_ADDRESS,
  isChoice,
  isSameAnswer,
} from '@entrada/contract/catalog/answers';
import type { FieldError } from '@entrada/contract/errors';
import type { HeldAnswer, HeldAnswers } from '@entrada/contract/sales/order-answers';
import type { AnswersBody } from './api.ts';

/** The values of a form, by the name of each field. */
export type AnswerValues = Record<string, AnswerValue>;

/** An answer whose question is still asked. */
export type OpenAnswer = HeldAnswer & { question: NonNullable<HeldAnswer['question']> };
type Question = OpenAnswer['question'];
type Edit = AnswersBody['answers'][number];

/** The prefix of the field names. */
export const FIELD = 'answer-';

export const fieldOf = ({ questionId }: Pick<HeldAnswer, 'questionId'>) => `${FIELD}${questionId}`;

const isOpen = (one: HeldAnswer): one is OpenAnswer => one.question !== null;
export const openAnswers = ({ answers }: HeldAnswers): OpenAnswer[] => answers.filter(isOpen);

/**
 * Reduces an answer to what the question accepts now. The question's type or options may have changed since the answer
 * was given.
 */
export function fitting(
  { type, options }: Pick<Question, 'type' | 'options'>,
  value: AnswerValue,
): AnswerValue {
  const texts = typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
  switch (type) {
    case 'checkbox':
      return options.filter((option) => texts.includes(option));
    case 'address':
      return typeof value === 'object' && !Array.isArray(value)
        ? { ...EMPTY_ADDRESS, ...value }
        : EMPTY_ADDRESS;
    case 'dropdown':
    case 'radio':
      return options.find((option) => option === value) ?? '';
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : '';
    case 'text':
      return (texts[0] ?? '').replace(/\s*[\r\n]+\s*/g, ' ');
    case 'long_text':
      // Browsers read line breaks back as \n.
      return (texts[0] ?? '').replace(/\r\n?/g, '\n');
  }
}

/** Whether a field is empty. */
export const isEmpty = (value: AnswerValue): boolean =>
  typeof value === 'object' && !Array.isArray(value)
    ? isSameAnswer(value, EMPTY_ADDRESS)
    : value.length === 0;

/** Whether the question would still accept its answer. */
export const isFitting = ({ question, given }: OpenAnswer): boolean =>
  given === null || checkAnswer({ ...question, required: false }, given.value, '').errors.length === 0;

/** Reads the initial values of the form. */
export const readValues = (found: HeldAnswers | null): AnswerValues =>
  Object.fromEntries(
    (found ? openAnswers(found) : []).map((one) => [
      fieldOf(one),
      fitting(one.question, one.given?.value ?? ''),
    ]),
  );

/**
 * Whether an organizer has to answer the question. A required question without an answer may stay empty, but a given
 * answer can't be removed.
 */
export const isNeeded = ({ question, given }: OpenAnswer) => question.required && given !== null;

/**
 * Returns the changed answers as the API takes them, and the errors by field. A missing choice gets the error
 * `invalid_choice` instead of `required`.
 */
export function readChanges(
  held: HeldAnswers,
  { initial, values }: { initial: AnswerValues; values: AnswerValues },
): { edits: Edit[]; errors: FieldError[] } {
  const edits: Edit[] = [];
  const errors: FieldError[] = [];
  for (const one of openAnswers(held)) {
    const field = fieldOf(one);
    const value = values[field];
    if (value === undefined || isSameAnswer(value, initial[field] ?? null)) continue;
    const { type, options, version } = one.question;
    const checked = checkAnswer({ type, options, required: isNeeded(one) }, value, field);
    const words = (error: FieldError): FieldError =>
      error.code === 'required' && error.path === field && isChoice(type)
        ? { path: field, code: 'invalid_choice' }
        : error;
    errors.push(...checked.errors.map(words));
    edits.push({ questionId: one.questionId, version, was: one.given?.value ?? null, answer: checked.value });
  }
  return { edits, errors };
}

/** Moves the errors of the API to the fields of the form. Null if an error belongs to none of these fields. */
export function fieldErrorsOf(edits: readonly Edit[], errors: readonly FieldError[]): FieldError[] | null {
  const placed = errors.map(({ path, ...error }): FieldError | null => {
    const [, index, part] = /^answers\.(\d+)\.answer((?:\.\w+)?)$/.exec(path) ?? [];
    const edit = edits[Number(index)];
    return edit ? { ...error, path: `${fieldOf(edit)}${part ?? ''}` } : null;
  });
  const known = placed.filter((error) => error !== null);
  return known.length > 0 && known.length === placed.length ? known : null;
}
