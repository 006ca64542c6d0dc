import type { QuestionScope } from '@entrada/contract/catalog/answers';
import {
  createQuestion,
  deleteQuestion,
  getQuestion,
  listQuestions,
  type Question,
  sortQuestions,
  updateQuestion,
} from '@entrada/contract/catalog/questions';
import type { InputOf } from '@entrada/contract/endpoint';
import { api } from '../../platform/api/client.ts';
import { eventParams } from '../kit/data/event.ts';
import { everyPage } from '../kit/data/every-page.ts';
import { keys } from '../kit/data/keys.ts';

export type QuestionBody = InputOf<typeof createQuestion>['body'];

const questionParams = (eventId: number, questionId: number) => ({
  params: { eventId: String(eventId), questionId: String(questionId) },
});

/**
 * Loads all matching questions as one page, because the user sorts them among each other. An event has few questions.
 */
export async function loadQuestions(eventId: number, view: Record<string, string>, signal: AbortSignal) {
  const pages = await everyPage((page) =>
    api(listQuestions, { ...eventParams(eventId), query: { ...view, ...page } }, { signal }),
  );
  const [{ omitted, meta }] = pages;
  const { total } = meta;
  const data = pages.flatMap((page) => page.data);
  return { data, meta: { page: 1, perPage: total, total, lastPage: 1 }, omitted };
}

export const loadQuestion = async (eventId: number, questionId: number, signal?: AbortSignal) =>
  (await api(getQuestion, questionParams(eventId, questionId), { signal })).data;

/** Creates a question, or changes the version that was read. */
export const saveQuestion = async (
  eventId: number,
  body: QuestionBody,
  current: Question | null,
): Promise<Question> => {
  if (!current) return (await api(createQuestion, { ...eventParams(eventId), body })).data;
  const input = { ...questionParams(eventId, current.id), body: { ...body, version: current.version } };
  return (await api(updateQuestion, input)).data;
};

export const removeQuestion = (eventId: number, questionId: number) =>
  api(deleteQuestion, questionParams(eventId, questionId));

export const saveOrder = (eventId: number, scope: QuestionScope, questionIds: number[]) =>
  api(sortQuestions, { ...eventParams(eventId), body: { scope, questionIds } });

/** The queries to read again after a change. */
export const touchedByQuestions = (eventId: number) => [keys.questions(eventId)];
