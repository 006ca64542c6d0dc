import { personName } from '@entrada/contract/accounts/person-name';
import type { inviteUsers, Member, updateUser } from '@entrada/contract/accounts/team';
import { TEAM } from '@entrada/contract/accounts/team';
import type { Role } from '@entrada/contract/permissions';
import type { z } from 'zod';
import { inTransaction, type Tx } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import {
  type AccountScope,
  type Ctx,
  scopeOf,
  scopeOfRow,
  type UserActor,
  userOf,
} from '../../platform/context.ts';
import { fail, failFields } from '../../platform/errors.ts';
import { queueMail } from '../../platform/mail/mailer.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import { findUser, listMemberships, moveSession } from '../queries.ts';
import { mayChange, mayGive } from './core/rules.ts';
import * as invitations from './invitation-queries.ts';
import { endOpenTransfers } from './ownership-queries.ts';
import * as queries from './queries.ts';
import { showInvitation, showMember } from './shown.ts';

type Given = Pick<z.output<(typeof inviteUsers)['body']>, 'reach'> & { role: Role };

const EVERYTHING = { eventIds: [], organizerIds: [] };

/** Everybody of the caller's account, the owner first, then whoever is invited. */
export async function listTeam(ctx: Ctx): Promise<Member[]> {
  const scope = scopeOf(ctx.actor);
  const { userId } = userOf(ctx.actor);
  const members = await queries.findMembers(ctx.db, scope);
  const open = await invitations.findOpen(ctx.db, scope);
  return [...members.map((one) => showMember(one, userId)), ...open.map(showInvitation)];
}

/** A member or an invitation of the caller's account. NOT_FOUND. */
export const getOne = (ctx: Ctx, id: number): Promise<Member> => find(ctx, ctx.db, id);

async function find(ctx: Ctx, tx: Tx | Ctx['db'], id: number): Promise<Member> {
  const scope = scopeOf(ctx.actor);
  const [member] = await queries.findMembers(tx, scope, id);
  if (member) return showMember(member, userOf(ctx.actor).userId);
  const [invitation] = await invitations.findOpen(tx, scope, id);
  if (!invitation) throw fail('NOT_FOUND');
  return showInvitation(invitation);
}

/** What somebody is to reach. VALIDATION_FAILED for what is not the account's, or for a role that reaches everything. */
async function readReach(tx: Tx, scope: AccountScope, { role, reach }: Given): Promise<queries.Reach> {
  const ruling = mayGive({ role, isLimited: reach !== null });
  if (!ruling.ok) throw fail(ruling.code);
  if (!reach) return EVERYTHING;
  const found = await queries.findReach(tx, scope, reach);
  const wrong = (ids: readonly number[], known: readonly number[], path: string) =>
    ids.flatMap((id, at) =>
      known.includes(id) ? [] : [{ path: `reach.${path}.${at}`, code: 'not_found' as const }],
    );
  const errors = [
    ...wrong(reach.eventIds, found.events, 'eventIds'),
    ...wrong(reach.organizerIds, found.organizers, 'organizerIds'),
  ];
  if (errors.length > 0) throw failFields(errors);
  return { eventIds: found.events, organizerIds: found.organizers };
}

/**
 * Invites people by mail, all or none, and records it. The link is only in the mail and works once, for seven days. Throws
 * OWN_ADDRESS, MEMBER_EXISTS and ALREADY_INVITED (also if the letters differ in case) with the address; OWNER_BY_HANDOVER,
 * ROLE_REACHES_ALL; VALIDATION_FAILED.
 */
export async function invite(
  ctx: Ctx,
  { emails, note, ...given }: z.output<(typeof inviteUsers)['body']>,
): Promise<Member[]> {
  const scope = scopeOf(ctx.actor);
  const actor = userOf(ctx.actor);
  // Addresses count without regard to capitals, so the invitation and its mail show none, however it was typed.
  const asked = [...new Set(emails.map((email) => email.toLowerCase()))];
  return inTransaction(ctx.db, async (tx) => {
    const reach = await readReach(tx, scope, given);
    const me = await findUser(tx, actor.userId);
    const made: Member[] = [];
    for (const email of asked) {
      await expectInvitable(tx, scope, { email, own: me?.email ?? '' });
      const token = newToken();
      const id = await invitations.insertInvitation(tx, scope, {
        ...reach,
        ...{ email, note, role: given.role, limited: given.reach !== null },
        ...{ hash: hashToken(token), days: TEAM.invitationDays, invitedBy: actor.userId },
        locale: (await invitations.findLocale(tx, email)) ?? actor.locale,
      });
      if (id === null) throw alreadyInvited(email, await invitations.findOpenId(tx, scope, email));
      await mailInvitation(tx, scope, { id, email, token });
      const after = { email, role: given.role, ...(given.reach && { reach: given.reach }) };
      await audit(tx, ctx, scope, { action: 'user.invited', target: { type: 'invitation', id }, after });
      made.push(await find(ctx, tx, id));
    }
    return made;
  });
}

const alreadyInvited = (email: string, id: number | null) =>
  fail('ALREADY_INVITED', { params: { email, ...(id !== null && { id }) } });

async function expectInvitable(tx: Tx, scope: AccountScope, { email, own }: { email: string; own: string }) {
  if (email.toLowerCase() === own.toLowerCase()) throw fail('OWN_ADDRESS', { params: { email } });
  const member = await invitations.findMemberByEmail(tx, scope, email);
  if (member) throw fail('MEMBER_EXISTS', { params: { email, id: member.id, status: member.status } });
}

async function mailInvitation(
  tx: Tx,
  scope: AccountScope,
  { id, email, token }: { id: number; email: string; token: string },
): Promise<void> {
  const [invitation] = await invitations.findOpen(tx, scope, id);
  if (!invitation) throw fail('NOT_FOUND');
  await queueMail(tx, {
    kind: 'invitation',
    dedupeKey: `invitation:${hashToken(token).toString('base64url')}`,
    to: email,
    locale: invitation.locale,
    accountId: scope.accountId,
    data: { token },
  });
}

/** Locks an open invitation, or throws NOT_FOUND; INVITATION_ACCEPTED if it has become a member meanwhile. */
async function lockInvitation(tx: Tx, scope: AccountScope, id: number): Promise<invitations.Invitation> {
  const isOpen = await invitations.lockOpen(tx, scope, id);
  const [found] = isOpen ? await invitations.findOpen(tx, scope, id) : [];
  if (!found) throw fail('NOT_FOUND');
  return found;
}

/** Mails an invitation again with a new link. The former link ends. Records it. NOT_FOUND. Locks the invitation. */
export function resend(ctx: Ctx, id: number): Promise<Member> {
  const scope = scopeOf(ctx.actor);
  return inTransaction(ctx.db, async (tx) => {
    const { email } = await lockInvitation(tx, scope, id);
    const token = newToken();
    await invitations.renewLink(tx, scope, id, { hash: hashToken(token), days: TEAM.invitationDays });
    await mailInvitation(tx, scope, { id, email, token });
    await audit(tx, ctx, scope, {
      action: 'invitation.resent',
      target: { type: 'invitation', id },
      after: { email },
    });
    return find(ctx, tx, id);
  });
}

/** Revokes an invitation, whose link ends at once, and records it. NOT_FOUND. Locks the invitation. */
export function revoke(ctx: Ctx, id: number): Promise<void> {
  const scope = scopeOf(ctx.actor);
  return inTransaction(ctx.db, async (tx) => {
    const { email } = await lockInvitation(tx, scope, id);
    await invitations.revoke(tx, scope, id);
    await audit(tx, ctx, scope, {
      action: 'invitation.revoked',
      target: { type: 'invitation', id },
      before: { email },
    });
  });
}

/**
 * Changes role, reach and status of a member, or role and reach of an invitation, and records it. It counts from their next
 * request on; whoever is switched off is signed out of this account. Throws NOT_FOUND, OWNER_FIXED, OWN_MEMBERSHIP,
 * OWNER_BY_HANDOVER, ROLE_REACHES_ALL, VALIDATION_FAILED. Locks the membership or the invitation.
 */
export function change(ctx: Ctx, id: number, given: z.output<(typeof updateUser)['body']>): Promise<Member> {
  const scope = scopeOf(ctx.actor);
  return inTransaction(ctx.db, async (tx) => {
    const locked = await queries.lockMember(tx, scope, id);
    if (!locked || locked.status === 'left') await changeInvited(ctx, tx, { scope, id, given });
    else await changeMember(ctx, tx, { scope, id, given, locked: { ...locked, status: locked.status } });
    return find(ctx, tx, id);
  });
}

type Change = { scope: AccountScope; id: number; given: z.output<(typeof updateUser)['body']> };
const auditable = ({ role, status, reach }: Member) => ({ role, status, reach });

async function changeInvited(ctx: Ctx, tx: Tx, { scope, id, given }: Change): Promise<void> {
  await lockInvitation(tx, scope, id);
  const before = await find(ctx, tx, id);
  if (given.status !== undefined) throw failFields([{ path: 'status', code: 'invalid_choice', allowed: [] }]);
  const reach = await readReach(tx, scope, given);
  const limited = given.reach !== null;
  await invitations.changeInvitation(tx, scope, id, { ...reach, role: given.role, limited });
  await audit(tx, ctx, scope, {
    action: 'invitation.changed',
    target: { type: 'invitation', id },
    before: auditable(before),
    after: auditable(await find(ctx, tx, id)),
  });
}

async function changeMember(
  ctx: Ctx,
  tx: Tx,
  { scope, id, given, locked }: Change & { locked: { role: Role; status: 'active' | 'inactive' } },
): Promise<void> {
  const ruling = mayChange(
    userOf(ctx.actor),
    { userId: id, role: locked.role },
    { role: given.role, isLimited: given.reach !== null },
  );
  if (!ruling.ok) throw fail(ruling.code);
  const before = await find(ctx, tx, id);
  const reach = await readReach(tx, scope, given);
  const status = given.status ?? locked.status;
  await queries.writeMember(tx, scope, id, { role: given.role, status, limited: given.reach !== null });
  await queries.writeReach(tx, scope, id, reach);
  if (status === 'inactive') {
    await queries.endSessions(tx, scope, id);
    await endOpenTransfers(tx, scope, { ofUser: id });
  }
  await queries.tellStreams(tx, scope, [id]);
  const after = await find(ctx, tx, id);
  const action =
    before.status === after.status
      ? 'user.changed'
      : after.status === 'active'
        ? 'user.switched_on'
        : 'user.switched_off';
  await audit(tx, ctx, scope, {
    action,
    target: { type: 'user', id },
    before: auditable(before),
    after: auditable(after),
  });
}

/**
 * Ends every session of a member in this account and records it. They can sign in again. NOT_FOUND, OWNER_FIXED, OWN_MEMBERSHIP.
 * Locks the membership.
 */
export function signOut(ctx: Ctx, id: number): Promise<void> {
  const scope = scopeOf(ctx.actor);
  return inTransaction(ctx.db, async (tx) => {
    const locked = await queries.lockMember(tx, scope, id);
    if (!locked || locked.status === 'left') throw fail('NOT_FOUND');
    const kept = { role: locked.role, isLimited: locked.limited };
    const ruling = mayChange(userOf(ctx.actor), { userId: id, role: locked.role }, kept);
    if (!ruling.ok) throw fail(ruling.code);
    await queries.endSessions(tx, scope, id);
    await queries.tellStreams(tx, scope, [id]);
    await audit(tx, ctx, scope, { action: 'user.signed-out', target: { type: 'user', id } });
  });
}

/** The owner and the administrators, whom somebody asks for a permission. */
export async function listManagers(ctx: Ctx): Promise<{ name: string; role: Role }[]> {
  const rows = await queries.findManagers(ctx.db, scopeOf(ctx.actor));
  return rows.map(({ role, ...name }) => ({ name: personName(name), role }));
}

/**
 * Leaves an account and records it. All sessions there end; the session of this call goes on in another account of the user,
 * or ends. Throws NOT_FOUND, OWNER_CANNOT_LEAVE. Locks the membership.
 */
export async function leave(ctx: Ctx, accountId: number): Promise<{ isSignedIn: boolean }> {
  const actor = userOf(ctx.actor);
  const scope = scopeOfRow({ accountId });
  return inTransaction(ctx.db, async (tx) => {
    const locked = await queries.lockMember(tx, scope, actor.userId);
    if (locked?.status !== 'active') throw fail('NOT_FOUND');
    if (locked.role === 'owner') throw fail('OWNER_CANNOT_LEAVE');
    await queries.writeMember(tx, scope, actor.userId, { ...locked, status: 'left' });
    await queries.writeReach(tx, scope, actor.userId, EVERYTHING);
    await endOpenTransfers(tx, scope, { ofUser: actor.userId });
    await audit(tx, ctx, scope, {
      action: 'user.left',
      target: { type: 'user', id: actor.userId },
      before: { role: locked.role },
    });
    return { isSignedIn: await goOn(tx, actor, scope) };
  });
}

/** Moves the session of this call out of an account that the user has left. False if there is nowhere to go. */
async function goOn(tx: Tx, actor: UserActor, left: AccountScope): Promise<boolean> {
  const next = (await listMemberships(tx, actor.userId)).find(({ status }) => status === 'active');
  const isHere = actor.accountId === left.accountId;
  if (isHere && next) await moveSession(tx, actor.sessionId, next.id);
  await queries.endSessions(tx, left, actor.userId);
  return !isHere || next !== undefined;
}
