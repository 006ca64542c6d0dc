import * as endpoints from '@entrada/contract/catalog/questions';
import { type Api, route } from '../../platform/http/route.ts';
import { changeQuestions } from './bulk-service.ts';
import * as questions from './service.ts';

export function questionRoutes(api: Api): void {
  route(api, endpoints.listQuestions, ({ ctx, params, query }) =>
    questions.listQuestions(ctx, params.eventId, query),
  );
  route(api, endpoints.getQuestion, async ({ ctx, params }) => ({
    data: await questions.getQuestion(ctx, params),
  }));
  route(api, endpoints.createQuestion, async ({ ctx, params, body }) => ({
    data: await questions.createQuestion(ctx, params.eventId, body),
  }));
  route(api, endpoints.updateQuestion, async ({ ctx, params, body }) => ({
    data: await questions.updateQuestion(ctx, params, body),
  }));
  route(api, endpoints.deleteQuestion, async ({ ctx, params }) => {
    await questions.deleteQuestion(ctx, params);
    return undefined;
  });
  route(api, endpoints.sortQuestions, async ({ ctx, params, body }) => {
    await questions.sortQuestions(ctx, params.eventId, body);
    return undefined;
  });
  route(api, endpoints.changeQuestions, async ({ ctx, params, query, body }) => ({
    data: await changeQuestions(ctx, params.eventId, { query, ...body }),
  }));
}
