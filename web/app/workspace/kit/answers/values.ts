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

/** What a form says, by the name of each field. */
export type AnswerValues = Record<string, AnswerValue>;

/** An answer whose question is still asked. */
export type OpenAnswer = HeldAnswer & { question: NonNullable<HeldAnswer['question']> };
type Question = OpenAnswer['question'];
type Edit = AnswersBody['answers'][number];

/** What the names of fields begin with. */
export const FIELD = 'answer-';

export const fieldOf = ({ questionId }: Pick<HeldAnswer, 'questionId'>) => `${FIELD}${questionId}`;

const isOpen = (one: HeldAnswer): one is OpenAnswer => one.question !== null;
export const openAnswers = ({ answers }: HeldAnswers): OpenAnswer[] => answers.filter(isOpen);

/** An answer as far as the present question takes it: its type or its options may have changed since. */
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
      // As a browser reads it back.
      return (texts[0] ?? '').replace(/\r\n?/g, '\n');
  }
}

/** Whether a field says nothing. */
export const isEmpty = (value: AnswerValue): boolean =>
  typeof value === 'object' && !Array.isArray(value)
    ? isSameAnswer(value, EMPTY_ADDRESS)
    : value.length === 0;

/** Whether the present question would take what was answered to it. */
export const isFitting = ({ question, given }: OpenAnswer): boolean =>
  given === null || checkAnswer({ ...question, required: false }, given.value, '').errors.length === 0;

/** What the form starts with. */
export const readValues = (found: HeldAnswers | null): AnswerValues =>
  Object.fromEntries(
    (found ? openAnswers(found) : []).map((one) => [
      fieldOf(one),
      fitting(one.question, one.given?.value ?? ''),
    ]),
  );

/** An organizer may leave open what was open, but not take away what buyers have to answer. */
export const isNeeded = ({ question, given }: OpenAnswer) => question.required && given !== null;

/**
 * What was changed, as the API takes it, and what is wrong with it, by field. Who has to choose is told to choose.
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

/** Where the form shows what the API refused; null where it shows no such field. */
export function fieldErrorsOf(edits: readonly Edit[], errors: readonly FieldError[]): FieldError[] | null {
  const placed = errors.map(({ path, ...error }): FieldError | null => {
    const [, index, part] = /^answers\.(\d+)\.answer((?:\.\w+)?)$/.exec(path) ?? [];
    const edit = edits[Number(index)];
    return edit ? { ...error, path: `${fieldOf(edit)}${part ?? ''}` } : null;
  });
  const known = placed.filter((error) => error !== null);
  return known.length > 0 && known.length === placed.length ? known : null;
}
