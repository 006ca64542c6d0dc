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
import { PAGE } from '@entrada/contract/constants';
import type { InputOf } from '@entrada/contract/endpoint';
import { api } from '../../platform/api/client.ts';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';

export type QuestionBody = InputOf<typeof createQuestion>['body'];

const questionParams = (eventId: number, questionId: number) => ({
  params: { eventId: String(eventId), questionId: String(questionId) },
});

/**
 * Loads all matching questions as one page, because the user sorts them among each other. An event has few questions.
 */
export async function loadQuestions(eventId: number, view: Record<string, string>, signal: AbortSignal) {
  const questions: Question[] = [];
  for (let page = 1; ; page += 1) {
    const query = { ...view, page: String(page), per_page: String(PAGE.maxSize) };
    const reply = await api(listQuestions, { ...eventParams(eventId), query }, { signal });
    questions.push(...reply.data);
    if (page < reply.meta.lastPage) continue;
    const { total } = reply.meta;
    return { data: questions, meta: { page: 1, perPage: total, total, lastPage: 1 }, omitted: reply.omitted };
  }
}

export const loadQuestion = async (eventId: number, questionId: number, signal?: AbortSignal) =>
  (await api(getQuestion, questionParams(eventId, questionId), signal ? { signal } : {})).data;

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
