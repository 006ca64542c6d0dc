import type { ErrorCode } from '@entrada/contract/errors';
import { canBeLimited, type Role } from '@entrada/contract/permissions';

type Person = { userId: number; role: Role };
type Change = { role: Role; isLimited: boolean };
type Ruling = { ok: true } | { ok: false; code: ErrorCode };

const refuse = (code: ErrorCode): Ruling => ({ ok: false, code });

/**
 * Whether somebody may give a member this role and reach. The owner's role and status are fixed, nobody changes their own,
 * and only a handover makes an owner. An owner or administrator always reaches the whole account.
 */
export function mayChange(by: Person, member: Person, to: Change): Ruling {
  if (member.role === 'owner') return refuse('OWNER_FIXED');
  if (by.userId === member.userId) return refuse('OWN_MEMBERSHIP');
  return mayGive(to);
}

/** Whether a role can be given with a reach, by an owner or administrator. */
export function mayGive({ role, isLimited }: Change): Ruling {
  if (role === 'owner') return refuse('OWNER_BY_HANDOVER');
  if (isLimited && !canBeLimited(role)) return refuse('ROLE_REACHES_ALL');
  return { ok: true };
}
