import { HEADERS } from '@entrada/contract/constants';
import { DEVICE_TOKEN, type DoorRole } from '@entrada/contract/door/check-in-links';
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { hashToken } from '../../platform/secrets.ts';
import { needsPin, refusalOf, roleOf } from './core/entry.ts';
import { findLink, findLinkToSend, type LinkRow } from './entry-queries.ts';
import { sawDevice } from './seen.ts';

/** The link that a call of the door came by, and the token of its phone. */
export type DoorCall = { shortId: string; deviceToken: string | null };

/** What a request says about the link and the phone. A token that is none counts as no token. */
export function doorCallOf(request: FastifyRequest, shortId: string): DoorCall {
  const given = request.headers[HEADERS.doorDevice];
  return { shortId, deviceToken: typeof given === 'string' && DEVICE_TOKEN.test(given) ? given : null };
}

/** The hash by which a phone is found. */
export const tokenHashOf = ({ deviceToken }: DoorCall): Buffer | null =>
  deviceToken === null ? null : hashToken(deviceToken);

/** Who acts at the door. `userId`: the member of the team whom the link belongs to. */
export type Entered = {
  accountId: number;
  listId: number;
  linkId: number;
  linkName: string;
  role: DoorRole;
  deviceId: number | null;
  userId: number | null;
};

/**
 * Finds out who calls by a link, and whether they may. Every route of the door begins with it, except the one for scans, which
 * reads the same facts together with its own. Throws CHECK_IN_LIST_NOT_FOUND for a link that is closed, replaced or of a deleted or closed list,
 * DOOR_PIN_REQUIRED, and DOOR_SUPERVISOR_ONLY for a steward where a supervisor is asked for.
 */
export async function enterByLink(ctx: Ctx, call: DoorCall, atLeast: DoorRole): Promise<Entered> {
  const link = await lookAtLink(ctx, call);
  const refusal = refusalOf(link, { atLeast });
  if (refusal) throw fail(refusal);
  if (link.device_id !== null) sawDevice(ctx, link.device_id);
  return {
    accountId: link.account_id,
    listId: link.check_in_list_id,
    linkId: link.link_id,
    linkName: link.link_name,
    role: roleOf(link),
    deviceId: link.device_id,
    userId: link.link_user_id,
  };
}

/** A phone that sends what it did before. `closedAt`: when its link was closed, or its PIN changed at the latest. */
export type Sender = Pick<Entered, 'listId' | 'linkId' | 'role' | 'userId'> & {
  deviceId: number;
  closedAt: Date | null;
};

/**
 * Finds out which phone sends scans that it made by itself. It entered while the link was open, with the PIN of that time: its
 * token is enough, also after the link or its list was closed, replaced or deleted, so that no scan is lost. What it may do is
 * decided for each scan. `waiting`: scans that are still on the phone. Throws CHECK_IN_LIST_NOT_FOUND, and DOOR_DEVICE_REQUIRED
 * for a phone without a token of an open link.
 */
export async function enterToSend(ctx: Ctx, call: DoorCall, waiting: number): Promise<Sender> {
  const tokenHash = tokenHashOf(call);
  const link = tokenHash && (await findLinkToSend(ctx.db, { shortId: call.shortId, tokenHash }));
  if (!link || link.device_id === null) {
    const open = await lookAtLink(ctx, call);
    throw fail(refusalOf(open, { atLeast: 'steward' }) ?? 'DOOR_DEVICE_REQUIRED');
  }
  sawDevice(ctx, link.device_id, waiting);
  return {
    listId: link.check_in_list_id,
    linkId: link.link_id,
    role: roleOf(link),
    userId: link.link_user_id,
    deviceId: link.device_id,
    closedAt: link.link_closed_at ?? (needsPin(link) ? link.link_updated_at : null),
  };
}

/** A link with the phone that calls, whether it may or not. Throws CHECK_IN_LIST_NOT_FOUND if there is none. */
export async function lookAtLink(ctx: Ctx, call: DoorCall): Promise<LinkRow> {
  const link = await findLink(ctx.db, { shortId: call.shortId, tokenHash: tokenHashOf(call) });
  if (!link) throw fail('CHECK_IN_LIST_NOT_FOUND');
  return link;
}
