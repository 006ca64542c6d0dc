import { z } from 'zod';
import { endpoint, single } from '../endpoint.ts';
import { email, id, isoOut, pathId, text } from '../fields.ts';
import { GIVEN_ROLES, ROLES } from '../permissions.ts';

/** How many people one call invites, and of how many events and organizers it can tell. */
export const TEAM = { invited: 20, reach: 1_000, note: 2_000, invitationDays: 7, transferDays: 7 } as const;

/** The only events and organizers that somebody reaches. Null: all of the account. */
const reach = z
  .strictObject({
    eventIds: z.array(id).max(TEAM.reach),
    organizerIds: z.array(id).max(TEAM.reach),
  })
  .refine(({ eventIds, organizerIds }) => eventIds.length + organizerIds.length > 0, {
    path: ['eventIds'],
    error: 'required',
  })
  .nullable();

/** `invited`: the link works. `expired`: it does no more. Both are people who have not come yet. */
export const MEMBER_STATUSES = ['active', 'inactive', 'invited', 'expired'] as const;

const member = z.object({
  id: z.number(),
  /** Empty for somebody who has not come yet. */
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  status: z.enum(MEMBER_STATUSES),
  isYou: z.boolean(),
  /** Whether they sign in with a second factor. False for somebody who has not come yet. */
  hasSecondFactor: z.boolean(),
  /** Null: all of the account. */
  reach: z
    .object({
      events: z.array(z.object({ id: z.number(), title: z.string() })),
      organizers: z.array(z.object({ id: z.number(), name: z.string() })),
    })
    .nullable(),
  /** When they last did something in this account. */
  lastSeenAt: isoOut.nullable(),
  /** Of an invitation: when its link ends. */
  expiresAt: isoOut.nullable(),
  createdAt: isoOut,
});
export type Member = z.output<typeof member>;

const userId = z.object({ userId: pathId });

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  access: 'users.manage',
  summary:
    'Everybody of the account, and the invitations that nobody has accepted or revoked. The owner first.',
  response: z.object({ data: z.array(member) }),
});

export const inviteUsers = endpoint({
  method: 'POST',
  path: '/users',
  access: 'users.manage',
  summary:
    'Invite people by email, all or none. Refused with MEMBER_EXISTS, OWN_ADDRESS or ALREADY_INVITED; `params` name the address, and the invitation that can be sent again.',
  status: 201,
  body: z.strictObject({
    emails: z.array(email).min(1).max(TEAM.invited),
    role: z.enum(GIVEN_ROLES),
    reach,
    note: text(TEAM.note),
  }),
  response: z.object({ data: z.array(member) }),
});

export const getUser = endpoint({
  method: 'GET',
  path: '/users/:userId',
  access: 'users.manage',
  summary: 'One of the people of the account, or an invitation.',
  params: userId,
  response: single(member),
});

export const updateUser = endpoint({
  method: 'PUT',
  path: '/users/:userId',
  access: 'users.manage',
  summary:
    'Change role, reach and, of a member, status. It takes effect with their next request; whoever is switched off is signed out. The owner is fixed (OWNER_FIXED), and so is oneself (OWN_MEMBERSHIP).',
  params: userId,
  body: z.strictObject({
    role: z.enum(ROLES),
    reach,
    status: z.enum(['active', 'inactive']).optional(),
  }),
  response: single(member),
});

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/users/:userId/invitation',
  access: 'users.manage',
  summary: 'Mail an invitation again, with a new link. The earlier link stops working.',
  params: userId,
  response: single(member),
});

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/users/:userId/invitation',
  access: 'users.manage',
  summary: 'Revoke an invitation. Its link stops working at once.',
  params: userId,
});

export const signOutUser = endpoint({
  method: 'DELETE',
  path: '/users/:userId/sessions',
  access: 'users.manage',
  summary:
    'End every session of a member in this account. They can sign in again. Refused for the owner (OWNER_FIXED) and for oneself (OWN_MEMBERSHIP).',
  params: userId,
});

export const listManagers = endpoint({
  method: 'GET',
  path: '/users/me/managers',
  access: 'signed-in',
  summary: 'The names of the owner and the administrators of the account: whom to ask for a permission.',
  response: z.object({ data: z.array(z.object({ name: z.string(), role: z.enum(ROLES) })) }),
});

export const leaveAccount = endpoint({
  method: 'DELETE',
  path: '/users/me/accounts/:accountId',
  access: 'signed-in',
  summary:
    'Leave an account. Every session there ends; this one goes on in another account of the user, if there is one. The owner cannot leave (OWNER_CANNOT_LEAVE).',
  params: z.object({ accountId: pathId }),
  status: 200,
  response: single(z.object({ isSignedIn: z.boolean() })),
});
