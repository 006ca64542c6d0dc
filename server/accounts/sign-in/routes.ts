import { login } from '@entrada/contract/accounts/accounts';
import * as endpoints from '@entrada/contract/accounts/sign-in';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { addressKey } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { LIMITS_BY_PURPOSE } from '../../platform/limits/shared.ts';
import { spendCode } from '../factors/service.ts';
import { askPasskey, verifyPasskey } from '../passkeys/service.ts';
import { handOver, visitorOf } from '../sessions.ts';
import * as signIn from './service.ts';

/** The login, step by step. */
export function signInRoutes(api: Api): void {
  const { loginByAccount, loginByAddress, secondFactor } = LIMITS_BY_PURPOSE;
  const answer = async <T extends signIn.Entered | signIn.SecondStep>(
    { ctx, ...browser }: { ctx: Ctx; request: FastifyRequest; reply: FastifyReply },
    data: T,
  ): Promise<{ data: T }> => {
    if (data.status === 'signed_in') await handOver(ctx, browser, data.token);
    return { data };
  };
  const countAddress = (request: FastifyRequest) => api.shared.spend(loginByAddress, addressKey(request));

  route(api, login, async ({ ctx, body, request, reply }) => {
    const key = body.email.toLowerCase();
    await countAddress(request);
    await api.shared.pause(loginByAccount, key);
    const entered = await signIn.signIn(ctx, body, await visitorOf(ctx, request));
    await api.shared.forget(loginByAccount, key);
    return answer({ ctx, request, reply }, entered);
  });

  route(api, endpoints.signInWithCode, async ({ ctx, body, request, reply }) => {
    await countAddress(request);
    const userId = await signIn.userOfSecondStep(ctx, body.pending);
    await api.shared.pause(secondFactor, String(userId));
    await spendCode(ctx, userId, body.code);
    await api.shared.forget(secondFactor, String(userId));
    return answer(
      { ctx, request, reply },
      await signIn.endSecondStep(ctx, body.pending, body.accountId, await visitorOf(ctx, request)),
    );
  });

  route(api, endpoints.chooseAccount, async ({ ctx, body, request, reply }) =>
    answer({ ctx, request, reply }, await signIn.chooseAccount(ctx, body, await visitorOf(ctx, request))),
  );

  route(
    api,
    endpoints.askPasskey,
    async ({ ctx, body }) => {
      const userId = body.pending === undefined ? null : await signIn.userOfSecondStep(ctx, body.pending);
      return { data: await askPasskey(ctx, 'sign_in', userId) };
    },
    { limits: [LIMITS_BY_PURPOSE.passkeyChallenge] },
  );

  route(api, endpoints.signInWithPasskey, async ({ ctx, body, request, reply }) => {
    await countAddress(request);
    const userId = await verifyPasskey(ctx, body.credential, 'sign_in');
    return answer(
      { ctx, request, reply },
      await signIn.enterByPasskey(ctx, userId, body.accountId, await visitorOf(ctx, request)),
    );
  });
}
