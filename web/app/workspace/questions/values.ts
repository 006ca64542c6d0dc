import { isChoice, type QuestionScope, type QuestionType } from '@entrada/contract/catalog/answers';
import { createQuestion, type Question } from '@entrada/contract/catalog/questions';
import { LIMITS } from '@entrada/contract/constants';
import { type Judged, judge } from '../kit/form/judge.ts';
import type { QuestionBody } from './api.ts';

/** An option as typed. Its key stays the same when it moves. */
export type Option = { key: number; text: string };

export type QuestionValues = {
  scope: QuestionScope;
  type: QuestionType;
  title: string;
  description: string;
  options: Option[];
  required: boolean;
  hidden: boolean;
  appliesToAll: boolean;
  ticketIds: number[];
};

export const toOptions = (texts: readonly string[]): Option[] => texts.map((text, key) => ({ key, text }));

export const emptyQuestion = (): QuestionValues => ({
  scope: 'order',
  type: 'text',
  title: '',
  description: '',
  options: toOptions(['', '']),
  required: false,
  hidden: false,
  appliesToAll: true,
  ticketIds: [],
});

export const questionValues = (question: Question): QuestionValues => ({
  scope: question.scope,
  type: question.type,
  title: question.title,
  description: question.description,
  options: toOptions(question.options.length > 0 ? question.options : ['', '']),
  required: question.required,
  hidden: question.hidden,
  appliesToAll: question.appliesToAll,
  ticketIds: question.tickets.map(({ id }) => id),
});

/** The options that are not empty, as buyers see them. */
export const filledOptions = (options: readonly Option[]): string[] =>
  options.flatMap(({ text }) => text.trim() || []);

/**
 * Turns the form's values into the body of the request, or lists its errors. The body leaves out empty options, so the
 * errors of options are moved to the right fields.
 */
export function readQuestion(values: QuestionValues): Judged<QuestionBody> {
  const { scope, type, title, description, required, hidden, appliesToAll } = values;
  const options = isChoice(type) ? filledOptions(values.options) : [];
  const ticketIds = appliesToAll ? [] : values.ticketIds;
  const places = values.options.flatMap(({ text }, index) => (text.trim() === '' ? [] : [index]));
  const body = { scope, type, title, description, options, required, hidden, appliesToAll, ticketIds };
  return judge(createQuestion, body, {
    fieldOf: (path) => {
      if (path === 'options' && options.length === 0) return 'options.0';
      return path.replace(/^options\.(\d+)$/, (_, nth) => `options.${places[Number(nth)]}`);
    },
  });
}

/** Replaces the option at `index` with the lines of a pasted list. The text before and after the cursor is kept. */
export function pasteOptions(
  options: readonly Option[],
  index: number,
  { before, text, after }: { before: string; text: string; after: string },
): Option[] {
  const lines = `${before}${text}${after}`
    .split(/\r?\n/)
    .map((line) =>
      line
        .replace(/^\s*[-*•]\s+/, '')
        .trim()
        .slice(0, LIMITS.questionOption),
    )
    .filter((line) => line !== '');
  const room = Math.max(LIMITS.questionOptions - options.length + 1, 1);
  const next = nextKey(options);
  const [first = '', ...others] = lines.slice(0, room);
  return options.flatMap((option, at) =>
    at === index
      ? [{ ...option, text: first }, ...others.map((line, nth) => ({ key: next + nth, text: line }))]
      : [option],
  );
}

export const nextKey = (options: readonly Option[]): number =>
  options.reduce((highest, { key }) => Math.max(highest, key), -1) + 1;
