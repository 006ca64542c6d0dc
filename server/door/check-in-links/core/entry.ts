import type { DoorRole } from '@entrada/contract/door/check-in-links';
import { type Role, roleMay } from '@entrada/contract/permissions';

/** What decides whether a call by a link may go on. */
export type LinkFacts = {
  link_role: DoorRole;
  link_closed_at: Date | null;
  list_closed_at: Date | null;
  /** The member of the team whom the link belongs to; null for a link that anybody may be given. */
  link_user_id: number | null;
  /** Their role in the account, if they still belong to it and reach the event. */
  member_role: Role | null;
  has_pin: boolean;
  pin_version: number;
  /** With which PIN the phone entered; null if it has no token of this link. */
  device_pin_version: number | null;
};

export type Refusal = 'CHECK_IN_LIST_NOT_FOUND' | 'DOOR_PIN_REQUIRED' | 'DOOR_SUPERVISOR_ONLY';

/**
 * Whether a phone may do what `atLeast` may. A link that is closed, or whose list is, does not exist. A link with a PIN takes
 * only phones that entered with the PIN it has now.
 */
export function refusalOf(link: LinkFacts, { atLeast }: { atLeast: DoorRole }): Refusal | null {
  const isClosed = link.link_closed_at !== null || link.list_closed_at !== null;
  if (isClosed) return 'CHECK_IN_LIST_NOT_FOUND';
  const isGone = link.link_user_id !== null && !(link.member_role && roleMay(link.member_role, 'door.scan'));
  if (isGone) return 'CHECK_IN_LIST_NOT_FOUND';
  if (needsPin(link)) return 'DOOR_PIN_REQUIRED';
  return atLeast === 'supervisor' && roleOf(link) !== 'supervisor' ? 'DOOR_SUPERVISOR_ONLY' : null;
}

/** What a link lets somebody do. The own link of a member lets them do no more than their role in the account. */
export function roleOf(link: Pick<LinkFacts, 'link_role' | 'link_user_id' | 'member_role'>): DoorRole {
  const isHeld =
    link.link_user_id !== null && !(link.member_role && roleMay(link.member_role, 'door.supervise'));
  return isHeld ? 'steward' : link.link_role;
}

/** Whether the phone has yet to enter the PIN of the link. */
export const needsPin = (link: Pick<LinkFacts, 'has_pin' | 'pin_version' | 'device_pin_version'>): boolean =>
  link.has_pin && link.device_pin_version !== link.pin_version;
