import type { QuestionScope } from '@entrada/contract/catalog/answers';
import {
  createQuestion,
  deleteQuestion,
  getQuestion,
  type Question,
  sortQuestions,
  updateQuestion,
} from '@entrada/contract/catalog/questions';
import type { InputOf } from '@entrada/contract/endpoint';
import { api } from '../../platform/api/client.ts';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';

export type QuestionBody = InputOf<typeof createQuestion>['body'];

const questionParams = (eventId: number, questionId: number) => ({
  params: { eventId: String(eventId), questionId: String(questionId) },
});

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
