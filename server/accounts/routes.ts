import * as endpoints from '@entrada/contract/accounts/accounts';
import type { z } from 'zod';
import { userOf } from '../platform/context.ts';
import { addressKey, LIMITS_BY_PURPOSE } from '../platform/http/limits.ts';
import { type Api, type Call, route } from '../platform/http/route.ts';
import { endBrowserSession } from '../platform/http/session.ts';
import { expectUnbreached } from './breached.ts';
import { describeUser } from './current-user.ts';
import * as passwords from './password-reset.ts';
import * as accounts from './service.ts';
import * as sessions from './sessions.ts';

const FALLBACK_ZONE = 'UTC';
const FALLBACK_CURRENCY = 'EUR';

type RegisterCall = Call<unknown, unknown, z.output<typeof endpoints.register.body>>;

/** Registration, resets, the session and the user's own data. */
export function accountRoutes(api: Api): void {
  const registered = async ({ ctx, body, request, reply, spendSoftly }: RegisterCall) => {
    expectUnbreached(body.password);
    // The call is counted only here, so that a form with mistakes does not count.
    api.limiters.spend(LIMITS_BY_PURPOSE.registerHard, addressKey(request));
    await spendSoftly(LIMITS_BY_PURPOSE.register);
    const { email, password, firstName, lastName } = body;
    const result = await accounts.registerUser(
      ctx,
      {
        email,
        password,
        firstName,
        lastName,
        locale: body.locale ?? ctx.locale,
        timezone: body.timezone ?? FALLBACK_ZONE,
        currency: body.currency ?? FALLBACK_CURRENCY,
      },
      await sessions.visitorOf(ctx, request),
    );
    if (result.status === 'signed_in') await sessions.handOver(ctx, { request, reply }, result.token);
    return { data: result };
  };
  route(api, endpoints.register, registered, { proof: 'register' });

  route(api, endpoints.logout, async ({ ctx, reply }) => {
    await sessions.signOut(ctx, userOf(ctx.actor));
    endBrowserSession(reply, api.config);
    return undefined;
  });

  route(api, endpoints.forgotPassword, async ({ ctx, body, request }) => {
    await api.shared.spend(LIMITS_BY_PURPOSE.resetByAddress, addressKey(request));
    await api.shared.spend(LIMITS_BY_PURPOSE.resetByEmail, body.email.toLowerCase());
    await passwords.requestPasswordReset(ctx, body.email);
    return undefined;
  });

  route(
    api,
    endpoints.checkResetToken,
    async ({ ctx, params }) => ({ data: { valid: await passwords.isResetLinkValid(ctx, params.token) } }),
    { limits: [LIMITS_BY_PURPOSE.lookup] },
  );

  route(api, endpoints.resetPassword, async ({ ctx, params, body, request }) => {
    await api.shared.spend(LIMITS_BY_PURPOSE.resetByAddress, addressKey(request));
    await passwords.resetPassword(ctx, params.token, body.password);
    return undefined;
  });

  route(api, endpoints.getMe, async ({ ctx }) => ({
    data: await describeUser(ctx.db, userOf(ctx.actor)),
  }));

  route(api, endpoints.updateMe, async ({ ctx, body }) => ({
    data: await accounts.updateProfile(ctx, userOf(ctx.actor), body),
  }));

  route(api, endpoints.listMyAccounts, async ({ ctx }) => ({
    data: await sessions.listAccounts(ctx, userOf(ctx.actor)),
  }));

  route(api, endpoints.switchAccount, async ({ ctx, body }) => ({
    data: await sessions.switchAccount(ctx, userOf(ctx.actor), body.accountId),
  }));

  route(
    api,
    endpoints.confirmEmail,
    async ({ ctx, params }) => {
      await accounts.confirmEmail(ctx, params.userId, params.token);
      return undefined;
    },
    { limits: [LIMITS_BY_PURPOSE.lookup] },
  );

  route(api, endpoints.resendEmailConfirmation, async ({ ctx, params }) => {
    const actor = userOf(ctx.actor);
    await api.shared.spend(LIMITS_BY_PURPOSE.confirmationMail, String(actor.userId));
    await accounts.resendConfirmation(ctx, actor, params.userId);
    return undefined;
  });
}
