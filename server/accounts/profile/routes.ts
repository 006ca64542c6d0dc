import * as endpoints from '@entrada/contract/accounts/security';
import { type Ctx, userOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { LIMITS_BY_PURPOSE } from '../../platform/limits/shared.ts';
import * as emails from '../email-changes/service.ts';
import * as factors from '../factors/service.ts';
import * as passkeys from '../passkeys/service.ts';
import * as profile from './service.ts';

/** The user's own sign-in: password, address, second factors, passkeys, sessions. */
export function profileRoutes(api: Api): void {
  const { secondFactor, emailChange, lookup } = LIMITS_BY_PURPOSE;
  /** Counts a try that may be a guess, over all processes, and forgets the tries once it was right. */
  const guarded = async <T>(ctx: Ctx, guess: () => Promise<T>): Promise<T> => {
    const key = String(userOf(ctx.actor).userId);
    await api.shared.pause(secondFactor, key);
    const result = await guess();
    await api.shared.forget(secondFactor, key);
    return result;
  };
  const countMail = (ctx: Ctx) => api.shared.spend(emailChange, String(userOf(ctx.actor).userId));

  route(api, endpoints.getSecurity, async ({ ctx }) => ({ data: await profile.getSecurity(ctx) }));

  route(api, endpoints.confirmIdentity, async ({ ctx, body }) => {
    const { userId } = userOf(ctx.actor);
    await guarded(ctx, async () => {
      if ('password' in body) return profile.expectPassword(ctx, body.password);
      if ('code' in body) return factors.spendCode(ctx, userId, body.code);
      if ((await passkeys.verifyPasskey(ctx, body.credential, 'confirm')) !== userId)
        throw fail('PASSKEY_REFUSED');
    });
    await profile.noteIdentity(ctx);
    return undefined;
  });

  route(api, endpoints.askConfirmingPasskey, async ({ ctx }) => ({
    data: await passkeys.askPasskey(ctx, 'confirm', userOf(ctx.actor).userId),
  }));

  route(api, endpoints.changePassword, async ({ ctx, body }) => {
    await guarded(ctx, () => profile.changePassword(ctx, body));
    return undefined;
  });

  route(api, endpoints.endSession, async ({ ctx, params }) => {
    await profile.endSession(ctx, params.sessionId);
    return undefined;
  });

  route(api, endpoints.endOtherSessions, async ({ ctx }) => {
    await profile.endOtherSessions(ctx);
    return undefined;
  });

  route(api, endpoints.requestEmailChange, async ({ ctx, body }) => {
    factors.expectFresh(userOf(ctx.actor));
    await countMail(ctx);
    await emails.requestEmailChange(ctx, body.email);
    return undefined;
  });

  route(api, endpoints.resendEmailChange, async ({ ctx, params }) => {
    await countMail(ctx);
    await emails.resendEmailChange(ctx, params.userId);
    return undefined;
  });

  route(api, endpoints.cancelEmailChange, async ({ ctx, params }) => {
    await emails.cancelEmailChange(ctx, params.userId);
    return undefined;
  });

  route(
    api,
    endpoints.confirmEmailChange,
    async ({ ctx, params }) => ({ data: await emails.confirmEmailChange(ctx, params.userId, params.token) }),
    { limits: [lookup] },
  );

  route(
    api,
    endpoints.undoEmailChange,
    async ({ ctx, params }) => ({ data: await emails.undoEmailChange(ctx, params.token) }),
    { limits: [lookup] },
  );

  route(api, endpoints.beginApp, async ({ ctx }) => ({ data: await factors.beginApp(ctx) }));

  route(api, endpoints.confirmApp, async ({ ctx, body }) => ({
    data: await guarded(ctx, () => factors.confirmApp(ctx, body.code)),
  }));

  route(api, endpoints.removeApp, async ({ ctx }) => {
    await factors.removeApp(ctx);
    return undefined;
  });

  route(api, endpoints.renewRecoveryCodes, async ({ ctx }) => ({
    data: await factors.renewRecoveryCodes(ctx),
  }));

  route(api, endpoints.askNewPasskey, async ({ ctx }) => ({ data: await passkeys.askNewPasskey(ctx) }));

  route(api, endpoints.addPasskey, async ({ ctx, body }) => ({ data: await passkeys.addPasskey(ctx, body) }));

  route(api, endpoints.renamePasskey, async ({ ctx, params, body }) => ({
    data: await passkeys.renamePasskey(ctx, params.passkeyId, body.name),
  }));

  route(api, endpoints.removePasskey, async ({ ctx, params }) => {
    await passkeys.removePasskey(ctx, params.passkeyId);
    return undefined;
  });

  route(api, endpoints.resetFactors, async ({ ctx, params }) => {
    await factors.resetFactors(ctx, params.userId);
    return undefined;
  });
}
