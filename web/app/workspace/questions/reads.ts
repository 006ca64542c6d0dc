import { listQuestions, questionListRules } from '@entrada/contract/catalog/questions';
import { eventParams } from '../kit/data/event.ts';
import { everyPage } from '../kit/data/every-page.ts';
import { keys } from '../kit/data/keys.ts';
import { listRead, listSource } from '../kit/list/view.ts';
import { eventIdOf, type ReadsOf } from '../kit/reading/reads.ts';

/** All matching questions of an event as one page, because the user sorts them among each other. An event has few questions. */
export const questionSource = (eventId: number) =>
  listSource({
    rules: questionListRules,
    queryKey: (params) => keys.questionList(eventId, params),
    load: async (call, view, signal) => {
      const pages = await everyPage((page) =>
        call(listQuestions, { ...eventParams(eventId), query: { ...view, ...page } }, { signal }),
      );
      const [{ omitted, meta }] = pages;
      const { total } = meta;
      const data = pages.flatMap((page) => page.data);
      return { data, meta: { page: 1, perPage: total, total, lastPage: 1 }, omitted };
    },
  });

export const reads: ReadsOf = (at) => [listRead(questionSource(eventIdOf(at)), at.search)];
