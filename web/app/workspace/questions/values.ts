import { isChoice, type QuestionScope, type QuestionType } from '@entrada/contract/catalog/answers';
import type { Question } from '@entrada/contract/catalog/questions';
import { LIMITS } from '@entrada/contract/constants';
import type { FieldError } from '@entrada/contract/errors';
import type { QuestionBody } from './api.ts';

/** An option as it is typed; the key stays with it when it moves. */
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

/** The options that say something, as buyers would see them. */
export const filledOptions = (options: readonly Option[]): string[] =>
  options.flatMap(({ text }) => text.trim() || []);

/** What the API takes, or what is wrong with the form; an option by its place among those that are shown. */
export function readQuestion(values: QuestionValues): { body: QuestionBody | null; wrong: FieldError[] } {
  const { scope, type, required, hidden, appliesToAll } = values;
  const options = isChoice(type) ? filledOptions(values.options) : [];
  const wrong: FieldError[] = [];
  if (values.title.trim() === '') wrong.push({ path: 'title', code: 'required' });
  if (isChoice(type) && options.length === 0) wrong.push({ path: 'options.0', code: 'required' });
  if (isChoice(type)) {
    const seen = new Set<string>();
    values.options.forEach(({ text }, index) => {
      const option = text.trim();
      if (option !== '' && seen.has(option)) wrong.push({ path: `options.${index}`, code: 'duplicate' });
      seen.add(option);
    });
    if (options.length > LIMITS.questionOptions)
      wrong.push({ path: 'options', code: 'too_long', max: LIMITS.questionOptions });
  }
  if (!appliesToAll && values.ticketIds.length === 0) wrong.push({ path: 'ticketIds', code: 'required' });
  if (wrong.length > 0) return { body: null, wrong };
  const ticketIds = appliesToAll ? [] : values.ticketIds;
  const title = values.title.trim();
  const description = values.description.trim();
  return {
    body: { scope, type, title, description, options, required, hidden, appliesToAll, ticketIds },
    wrong,
  };
}

/** Lines of a pasted list put in place of the option at `index`; what was typed before and after them stays around. */
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
