import * as invitations from '@entrada/contract/accounts/invitations';
import * as ownership from '@entrada/contract/accounts/ownership';
import * as team from '@entrada/contract/accounts/team';
import { userOf } from '../../platform/context.ts';
import { LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { handOver, visitorOf } from '../sessions.ts';
import * as accepting from './accepting.ts';
import * as handover from './ownership.ts';
import * as service from './service.ts';

/** The people of an account, their invitations and the handover of the account. */
export function teamRoutes(api: Api): void {
  const { invitations: invited, invitationsTo, lookup, lookupMiss, resetByAddress } = LIMITS_BY_PURPOSE;
  const guessed = { limit: lookupMiss, codes: ['LINK_INVALID'] as const };
  route(api, team.listUsers, async ({ ctx }) => ({ data: await service.listTeam(ctx) }));
  route(api, team.listManagers, async ({ ctx }) => ({ data: await service.listManagers(ctx) }));
  route(api, team.inviteUsers, async ({ ctx, body }) => {
    for (const email of body.emails) {
      api.limiters.spend(invited, String(userOf(ctx.actor).accountId));
      api.limiters.spend(invitationsTo, email.toLowerCase());
    }
    return { data: await service.invite(ctx, body) };
  });
  route(api, team.getUser, async ({ ctx, params }) => ({ data: await service.getOne(ctx, params.userId) }));
  route(api, team.updateUser, async ({ ctx, params, body }) => ({
    data: await service.change(ctx, params.userId, body),
  }));
  route(api, team.signOutUser, async ({ ctx, params }) => {
    await service.signOut(ctx, params.userId);
    return undefined;
  });
  route(api, team.resendInvitation, async ({ ctx, params }) => {
    api.limiters.spend(invited, String(userOf(ctx.actor).accountId));
    return { data: await service.resend(ctx, params.userId) };
  });
  route(api, team.revokeInvitation, async ({ ctx, params }) => {
    await service.revoke(ctx, params.userId);
    return undefined;
  });
  route(api, team.leaveAccount, async ({ ctx, params }) => ({
    data: await service.leave(ctx, params.accountId),
  }));

  route(
    api,
    invitations.getInvitation,
    async ({ ctx, params }) => ({ data: await accepting.lookAt(ctx, params.token) }),
    { limits: [lookup], misses: guessed },
  );
  route(
    api,
    invitations.acceptAsNewUser,
    async ({ ctx, params, body, request, reply }) => {
      const visitor = await visitorOf(ctx, request);
      const input = { ...body, locale: body.locale ?? ctx.locale };
      const { token } = await accepting.acceptAsNew(ctx, params.token, input, visitor);
      await handOver(ctx, { request, reply }, token);
      return { data: { token } };
    },
    { limits: [resetByAddress], misses: guessed },
  );
  route(
    api,
    invitations.acceptAsMyself,
    async ({ ctx, params }) => {
      await accepting.acceptAsSelf(ctx, params.token);
      return undefined;
    },
    { misses: guessed },
  );

  route(api, ownership.getOwnershipTransfer, async ({ ctx }) => ({ data: await handover.findTransfer(ctx) }));
  route(api, ownership.offerOwnership, async ({ ctx, body }) => {
    const key = String(userOf(ctx.actor).userId);
    api.limiters.pause(LIMITS_BY_PURPOSE.loginByAccount, `hand-over ${key}`);
    const data = await handover.offer(ctx, body);
    api.limiters.forget(LIMITS_BY_PURPOSE.loginByAccount, `hand-over ${key}`);
    return { data };
  });
  route(api, ownership.acceptOwnership, async ({ ctx }) => {
    await handover.agree(ctx);
    return undefined;
  });
  route(api, ownership.endOwnershipTransfer, async ({ ctx }) => {
    await handover.end(ctx);
    return undefined;
  });
}
