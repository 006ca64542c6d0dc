import type { Member } from '@entrada/contract/accounts/team';
import type { Invitation } from './invitation-queries.ts';
import type { MemberRow } from './queries.ts';

const reachOf = ({ limited, events, organizers }: Pick<MemberRow, 'limited' | 'events' | 'organizers'>) =>
  limited ? { events: events.map(({ id, name }) => ({ id, title: name })), organizers } : null;

/** A member as the team's page shows them. */
export const showMember = (row: MemberRow, you: number): Member => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  role: row.role,
  status: row.status,
  isYou: row.id === you,
  hasSecondFactor: row.hasSecondFactor,
  reach: reachOf(row),
  lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  expiresAt: null,
  createdAt: row.createdAt.toISOString(),
});

/** Somebody who was invited and has not come yet. Nothing is said of a user whom the address may have. */
export const showInvitation = (row: Invitation): Member => ({
  id: row.id,
  firstName: '',
  lastName: '',
  email: row.email,
  role: row.role,
  status: row.isExpired ? 'expired' : 'invited',
  isYou: false,
  hasSecondFactor: false,
  reach: reachOf(row),
  lastSeenAt: null,
  expiresAt: row.expiresAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
});
