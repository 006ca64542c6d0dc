import { z } from 'zod';
import { LIMITS, LOCALES } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { isoOut, line, mailedToken, password, timezone } from '../fields.ts';
import { ROLES } from '../permissions.ts';

const params = z.object({ token: mailedToken });

export const getInvitation = endpoint({
  method: 'GET',
  path: '/auth/accept-invitation/:token',
  access: 'self',
  summary:
    'What an invitation is for. Reading it accepts nothing. Refused with LINK_INVALID, INVITATION_ACCEPTED, INVITATION_REVOKED, INVITATION_REPLACED or INVITATION_EXPIRED.',
  params,
  response: single(
    z.object({
      account: z.string(),
      role: z.enum(ROLES),
      email: z.string(),
      invitedBy: z.string(),
      /** Null: all events of the account. */
      reach: z.array(z.string()).nullable(),
      /** Whether somebody with this address can sign in already. */
      hasUser: z.boolean(),
      expiresAt: isoOut,
    }),
  ),
});

export const acceptAsNewUser = endpoint({
  method: 'POST',
  path: '/auth/accept-invitation/:token',
  access: 'self',
  summary:
    'Accept an invitation as somebody new, and sign in. USER_EXISTS if the address has a user, who signs in first.',
  params,
  body: z
    .strictObject({
      firstName: line(LIMITS.firstName, 1),
      lastName: line(LIMITS.lastName),
      password,
      passwordConfirmation: z.string(),
      termsAgreed: z.literal(true, { error: 'must_be_agreed' }),
      locale: z.enum(LOCALES).optional(),
      timezone: timezone.optional(),
    })
    .refine((body) => body.password === body.passwordConfirmation, {
      path: ['passwordConfirmation'],
      error: 'must_match',
    }),
  status: 201,
  response: single(z.object({ token: z.string() })),
});

export const acceptAsMyself = endpoint({
  method: 'POST',
  path: '/users/me/invitations/:token',
  access: 'signed-in',
  summary:
    'Accept an invitation as the signed-in user, whose address must be the invited one (INVITATION_OTHER_ADDRESS). The session goes on in the account.',
  params,
});
