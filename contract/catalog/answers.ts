import { ANSWER_YEARS, LIMITS } from '../constants.ts';
import type { FieldError } from '../errors.ts';
import { isStorable } from '../storable.ts';

export const QUESTION_TYPES = [
  'text',
  'long_text',
  'dropdown',
  'radio',
  'checkbox',
  'date',
  'address',
] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];

export const QUESTION_SCOPES = ['order', 'attendee'] as const;
export type QuestionScope = (typeof QUESTION_SCOPES)[number];

/** Types of questions with options to choose from. */
const CHOICE_TYPES = ['dropdown', 'radio', 'checkbox'] as const satisfies readonly QuestionType[];
export const isChoice = (type: QuestionType): boolean => (CHOICE_TYPES as readonly string[]).includes(type);

export const ADDRESS_PARTS = ['line1', 'line2', 'city', 'region', 'postalCode', 'country'] as const;
export type AddressPart = (typeof ADDRESS_PARTS)[number];
/** Every part as text, empty if there is none. The country is ISO 3166-1 alpha-2. */
export type Address = Record<AddressPart, string>;

/** The parts that every address needs. */
const NEEDED_PARTS: readonly AddressPart[] = ['line1', 'city', 'country'];

/** One text or option, several options, or an address. A date is text: `2027-06-11`. */
export type AnswerValue = string | string[] | Address;

/** Answers by the id of their question. */
export type AnswerSheet = Record<string, AnswerValue>;

/** The part of a question that the checks of answers need. */
export type Asked = {
  id: number;
  scope: QuestionScope;
  type: QuestionType;
  options: readonly string[];
  required: boolean;
  /** Null: every ticket. */
  ticketIds: readonly number[] | null;
};

export const EMPTY_ADDRESS: Address = {
  line1: '',
  line2: '',
  city: '',
  region: '',
  postalCode: '',
  country: '',
};

type Checked = { value: AnswerValue | null; errors: FieldError[] };
const fine = (value: AnswerValue | null): Checked => ({ value, errors: [] });
const wrong = (...errors: FieldError[]): Checked => ({ value: null, errors });

/** Whether a question is asked for one of these tickets. Pure. */
export function concerns(question: Pick<Asked, 'ticketIds'>, ticketIds: readonly number[]): boolean {
  const wanted = question.ticketIds;
  return wanted === null || ticketIds.some((id) => wanted.includes(id));
}

/**
 * Checks one answer by the type of its question. The value is trimmed, its options are in the question's order, and
 * null means no answer. The path of each error starts with `path`; an error in an address names the part. Pure.
 */
export function checkAnswer(
  question: Pick<Asked, 'type' | 'options' | 'required'>,
  given: AnswerValue | undefined,
  path: string,
): Checked {
  const { type } = question;
  if (type === 'address') return checkAddress(question.required, given, path);
  if (type === 'checkbox') return checkSeveral(question, given, path);
  if (given !== undefined && typeof given !== 'string') return wrong({ path, code: 'invalid_format' });
  const text = type === 'long_text' ? (given ?? '').trim() : (given ?? '').replace(/[\r\n\t]+/g, ' ').trim();
  if (text === '') return question.required ? wrong({ path, code: 'required' }) : fine(null);
  if (!isStorable(text)) return wrong({ path, code: 'invalid_characters' });
  if (type === 'date') return isDate(text) ? fine(text) : wrong({ path, code: 'invalid_day' });
  if (isChoice(type)) {
    return question.options.includes(text) ? fine(text) : wrong({ path, code: 'invalid_choice' });
  }
  const max = type === 'long_text' ? LIMITS.answerLongText : LIMITS.answerText;
  return text.length > max ? wrong({ path, code: 'too_long', max }) : fine(text);
}

function checkSeveral(
  { options, required }: Pick<Asked, 'options' | 'required'>,
  given: AnswerValue | undefined,
  path: string,
): Checked {
  if (given !== undefined && typeof given === 'object' && !Array.isArray(given)) {
    return wrong({ path, code: 'invalid_format' });
  }
  const chosen = (typeof given === 'string' ? [given] : (given ?? [])).filter((one) => one !== '');
  if (chosen.some((one) => !options.includes(one))) return wrong({ path, code: 'invalid_choice' });
  if (chosen.length === 0) return required ? wrong({ path, code: 'required' }) : fine(null);
  return fine(options.filter((option) => chosen.includes(option)));
}

function checkAddress(required: boolean, given: AnswerValue | undefined, path: string): Checked {
  if (given !== undefined && (typeof given === 'string' || Array.isArray(given))) {
    return given.length === 0 && !required ? fine(null) : wrong({ path, code: 'invalid_format' });
  }
  const tidy = (text: string) => text.replace(/[\r\n\t]+/g, ' ').trim();
  const address = Object.fromEntries(
    ADDRESS_PARTS.map((part) => [part, tidy(given?.[part] ?? '')]),
  ) as Address;
  const isEmpty = ADDRESS_PARTS.every((part) => address[part] === '');
  if (isEmpty && !required) return fine(null);
  const errors = ADDRESS_PARTS.flatMap((part): FieldError[] => {
    const at = `${path}.${part}`;
    const text = address[part];
    if (text === '') return NEEDED_PARTS.includes(part) ? [{ path: at, code: 'required' }] : [];
    if (!isStorable(text)) return [{ path: at, code: 'invalid_characters' }];
    if (text.length > LIMITS.address) return [{ path: at, code: 'too_long', max: LIMITS.address }];
    return part === 'country' && !/^[A-Z]{2}$/.test(text) ? [{ path: at, code: 'invalid_choice' }] : [];
  });
  return errors.length > 0 ? wrong(...errors) : fine(address);
}

/** Whether two answers are equal. Null is no answer. Pure. */
export function isSameAnswer(one: AnswerValue | null, other: AnswerValue | null): boolean {
  if (one === null || other === null || typeof one === 'string' || typeof other === 'string') {
    return one === other;
  }
  if (Array.isArray(one) || Array.isArray(other)) {
    return JSON.stringify(one) === JSON.stringify(other);
  }
  return ADDRESS_PARTS.every((part) => one[part] === other[part]);
}

/** Whether a text is a real date in a plausible year. */
export function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isReal && Number(year) >= ANSWER_YEARS.min && Number(year) <= ANSWER_YEARS.max;
}

/** A valid answer. `unit` is null for the order, or the number of the ticket, starting at 1. */
export type Answer = { questionId: number; unit: number | null; value: AnswerValue };

type Sheets = { answers: AnswerSheet; attendeeAnswers: readonly AnswerSheet[] };

/** The tickets of an order whose answers are checked. */
type Held = {
  /** The ticket ids of the lines. */
  tickets: readonly number[];
  /** Those of the single tickets that let a person in, in the order of the lines. */
  units: readonly number[];
  /** The numbers of the units that are asked later, starting at 1. */
  later?: ReadonlySet<number>;
};

/**
 * Checks all answers of an order. A unit that is asked later is not asked now. An answer to a question that is not
 * asked is an error, so that no answer is lost silently. Paths are as in the body: `answers.7`, `attendeeAnswers.0.7`.
 * Pure.
 */
export function checkAnswers(
  questions: readonly Asked[],
  { tickets, units, later }: Held,
  { answers, attendeeAnswers }: Sheets,
): { given: Answer[]; errors: FieldError[] } {
  const given: Answer[] = [];
  const errors: FieldError[] = [];
  const read = (asked: readonly Asked[], sheet: AnswerSheet, at: { path: string; unit: number | null }) => {
    const known = new Set(asked.map(({ id }) => String(id)));
    for (const key of Object.keys(sheet)) {
      if (!known.has(key)) errors.push({ path: `${at.path}.${key}`, code: 'not_found' });
    }
    for (const question of asked) {
      const checked = checkAnswer(question, sheet[String(question.id)], `${at.path}.${question.id}`);
      errors.push(...checked.errors);
      if (checked.value !== null)
        given.push({ questionId: question.id, unit: at.unit, value: checked.value });
    }
  };
  const ofOrder = questions.filter((one) => one.scope === 'order' && concerns(one, tickets));
  const ofAttendee = questions.filter((one) => one.scope === 'attendee');
  read(ofOrder, answers, { path: 'answers', unit: null });
  units.forEach((ticketId, index) => {
    const asked = later?.has(index + 1) ? [] : ofAttendee.filter((one) => concerns(one, [ticketId]));
    read(asked, attendeeAnswers[index] ?? {}, { path: `attendeeAnswers.${index}`, unit: index + 1 });
  });
  if (attendeeAnswers.length > units.length) {
    errors.push({ path: 'attendeeAnswers', code: 'too_long', max: units.length });
  }
  return { given, errors };
}
