import * as endpoints from '@entrada/contract/outreach/messages';
import { scopeOf, userOf } from '../../platform/context.ts';
import { notedKey } from '../../platform/http/idempotency.ts';
import { LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { countAudience, listRecipients, previewMessage, testMessage } from './preview.ts';
import * as sending from './sending.ts';
import * as service from './service.ts';

export function messageRoutes(api: Api): void {
  route(api, endpoints.listMessages, ({ ctx, params, query }) =>
    service.listMessages(ctx, params.eventId, query),
  );
  route(api, endpoints.createMessage, async ({ ctx, params, body, ...call }) => {
    const key = notedKey(`message ${scopeOf(ctx.actor).accountId} ${params.eventId}`, call);
    return { data: await service.createMessage(ctx, params.eventId, body, key) };
  });
  route(api, endpoints.getMessage, async ({ ctx, params }) => ({
    data: await service.getMessage(ctx, params),
  }));
  route(api, endpoints.updateMessage, async ({ ctx, params, body }) => ({
    data: await service.updateMessage(ctx, params, body),
  }));
  route(api, endpoints.deleteMessage, async ({ ctx, params }) => {
    await service.deleteMessage(ctx, params);
    return undefined;
  });
  route(api, endpoints.duplicateMessage, async ({ ctx, params }) => ({
    data: await service.duplicateMessage(ctx, params),
  }));
  route(api, endpoints.sendMessage, async ({ ctx, params, body }) => ({
    data: await sending.sendMessage(ctx, params, body),
  }));
  route(api, endpoints.cancelMessage, async ({ ctx, params }) => ({
    data: await sending.cancelMessage(ctx, params),
  }));
  route(api, endpoints.stopMessage, async ({ ctx, params }) => ({
    data: await sending.stopMessage(ctx, params),
  }));
  route(api, endpoints.resumeMessage, async ({ ctx, params }) => ({
    data: await sending.resumeMessage(ctx, params),
  }));
  route(api, endpoints.testMessage, async ({ ctx, params, body }) => {
    api.limiters.spend(LIMITS_BY_PURPOSE.messageTest, `user:${userOf(ctx.actor).userId}`);
    return { data: await testMessage(ctx, params, body) };
  });
  route(api, endpoints.countAudience, async ({ ctx, params, body }) => ({
    data: await countAudience(ctx, params.eventId, body),
  }));
  route(api, endpoints.previewMessage, async ({ ctx, params, body }) => ({
    data: await previewMessage(ctx, params.eventId, body),
  }));
  route(api, endpoints.listRecipients, ({ ctx, params, query }) => listRecipients(ctx, params, query));
}
