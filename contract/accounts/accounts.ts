import { z } from 'zod';
import { LIMITS } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { currency, email, id, isoOut, line, mailedToken, password, pathId, timezone } from '../fields.ts';
import { ROLES } from '../permissions.ts';
import { currentUser, locale, session } from './session.ts';
import { signInReply } from './sign-in.ts';

export type { CurrentUser } from './session.ts';

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  summary:
    'Create a user and an account, mail a confirmation link and sign in. For a known address its owner is mailed instead.',
  status: 201,
  body: z
    .strictObject({
      firstName: line(LIMITS.firstName, 1),
      lastName: line(LIMITS.lastName),
      email,
      password,
      passwordConfirmation: z.string(),
      termsAgreed: z.literal(true, { error: 'must_be_agreed' }),
      locale: locale.optional(),
      timezone: timezone.optional(),
      /** What the account's organizers begin with. */
      currency: currency.optional(),
    })
    .refine((body) => body.password === body.passwordConfirmation, {
      path: ['passwordConfirmation'],
      error: 'must_match',
    }),
  response: single(
    z.discriminatedUnion('status', [session, z.object({ status: z.literal('check_mailbox') })]),
  ),
});

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  summary:
    'Sign in. A user with a second factor gets a token for the second step. With several accounts and none chosen, the reply lists them. Only `signed_in` carries a session.',
  body: z.strictObject({
    email,
    password: z.string().min(1).max(LIMITS.passwordMax),
    accountId: id.optional(),
  }),
  response: single(signInReply),
});

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary: 'End this session.',
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'public',
  summary: 'Mail a reset link. The reply is the same whether or not the address is known.',
  body: z.strictObject({ email }),
});

export const checkResetToken = endpoint({
  method: 'GET',
  path: '/auth/reset-password/:token',
  access: 'self',
  summary: 'Whether a reset link still works.',
  params: z.object({ token: mailedToken }),
  response: single(z.object({ valid: z.boolean() })),
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password/:token',
  access: 'self',
  summary: 'Set a new password and end every session of the user.',
  params: z.object({ token: mailedToken }),
  body: z
    .strictObject({ password, passwordConfirmation: z.string() })
    .refine((body) => body.password === body.passwordConfirmation, {
      path: ['passwordConfirmation'],
      error: 'must_match',
    }),
});

export const getMe = endpoint({
  method: 'GET',
  path: '/users/me',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary: 'The signed-in user, the account of this session and what the role may do.',
  response: single(currentUser),
});

export const updateMe = endpoint({
  method: 'PUT',
  path: '/users/me',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary: 'Change own name, language or time zone. A time zone of null is that of the account.',
  body: z.strictObject({
    firstName: line(LIMITS.firstName, 1).optional(),
    lastName: line(LIMITS.lastName).optional(),
    locale: locale.optional(),
    timezone: timezone.nullable().optional(),
  }),
  response: single(currentUser),
});

export const listMyAccounts = endpoint({
  method: 'GET',
  path: '/users/me/accounts',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary: 'The accounts that the user belongs to.',
  response: z.object({
    data: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        role: z.enum(ROLES),
        current: z.boolean(),
        createdAt: isoOut,
      }),
    ),
  }),
});

export const switchAccount = endpoint({
  method: 'PUT',
  path: '/users/me/account',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary: 'Continue this session in another of the user’s accounts.',
  body: z.strictObject({ accountId: id }),
  response: single(currentUser),
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/users/:userId/confirm-email/:token',
  access: 'self',
  summary: 'Confirm an email address with the mailed token.',
  params: z.object({ userId: pathId, token: mailedToken }),
});

export const resendEmailConfirmation = endpoint({
  method: 'POST',
  path: '/users/:userId/resend-email-confirmation',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary: 'Mail a new confirmation link to the signed-in user.',
  params: z.object({ userId: pathId }),
});
