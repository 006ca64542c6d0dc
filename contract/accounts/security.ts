import { z } from 'zod';
import { LIMITS } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { email, isoOut, line, mailedToken, password, pathId } from '../fields.ts';
import { place } from './place.ts';
import { factorCode, passkeyAnswer, passkeyQuestion } from './sign-in.ts';

const deviceSession = z.object({
  id: z.number(),
  /** Empty if the program did not say which it is. */
  browser: z.string(),
  system: z.string(),
  kind: z.enum(['computer', 'phone', 'tablet', 'program']),
  /** From where it was opened. Null: not known. */
  place: place.nullable(),
  /** The user had signed in before, and not from there within 90 days. */
  isNewPlace: z.boolean(),
  createdAt: isoOut,
  lastSeenAt: isoOut,
  isCurrent: z.boolean(),
});
export type DeviceSession = z.output<typeof deviceSession>;

const passkey = z.object({
  id: z.number(),
  name: z.string(),
  isSynced: z.boolean(),
  createdAt: isoOut,
  lastUsedAt: isoOut.nullable(),
});
export type Passkey = z.output<typeof passkey>;

const security = z.object({
  email: z.string(),
  emailChange: z.object({ newEmail: z.string(), expiresAt: isoOut, isExpired: z.boolean() }).nullable(),
  hasPassword: z.boolean(),
  passwordChangedAt: isoOut.nullable(),
  passkeys: z.array(passkey),
  /** Null: no app. `since` is null while it is set up half way. */
  app: z.object({ since: isoOut.nullable() }).nullable(),
  recoveryCodes: z.object({ left: z.number(), of: z.number() }),
  /** The accounts of this user that ask everybody for a second step. */
  requiredBy: z.array(z.string()),
  sessions: z.array(deviceSession),
});
export type Security = z.output<typeof security>;

export const getSecurity = endpoint({
  method: 'GET',
  path: '/users/me/security',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary: 'The ways in which the user signs in, and where they are signed in.',
  response: single(security),
});

export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/users/me/confirm-identity',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary:
    'Show once more who one is, by password, code or passkey. Changes of the sign-in ask for it if the last time is more than ten minutes ago (IDENTITY_UNCONFIRMED).',
  body: z.union([
    z.strictObject({ password: z.string().min(1).max(LIMITS.passwordMax) }),
    z.strictObject({ code: factorCode }),
    z.strictObject({ credential: passkeyAnswer }),
  ]),
});

export const askConfirmingPasskey = endpoint({
  method: 'POST',
  path: '/users/me/confirm-identity/passkey',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary: 'What one of the user’s own authenticators has to sign to show who they are.',
  response: single(passkeyQuestion),
});

export const changePassword = endpoint({
  method: 'PUT',
  path: '/users/me/password',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary: 'Set a new password with the current one. Every other session ends, and the user gets a mail.',
  body: z
    .strictObject({
      currentPassword: z.string().min(1).max(LIMITS.passwordMax),
      password,
      passwordConfirmation: z.string(),
    })
    .refine((body) => body.password === body.passwordConfirmation, {
      path: ['passwordConfirmation'],
      error: 'must_match',
    }),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/users/me/sessions/:sessionId',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary: 'End one of the user’s own sessions.',
  params: z.object({ sessionId: pathId }),
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/users/me/sessions',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary: 'End every session of the user but this one.',
});

export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/users/me/email-change',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary:
    'Change the address: the new one gets a link to confirm it, the old one is told and can undo it for seven days. The reply is the same whether or not the new address has an account.',
  body: z.strictObject({ email }),
});

export const resendEmailChange = endpoint({
  method: 'POST',
  path: '/users/:userId/email-change',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary: 'Mail the link to the new address once more, with a new time limit. Earlier links stop working.',
  params: z.object({ userId: pathId }),
});

export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/users/:userId/email-change',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary: 'Keep the old address. The link to the new one stops working.',
  params: z.object({ userId: pathId }),
});

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/users/:userId/email-change/:token',
  access: 'self',
  summary: 'Confirm a new address with the link that was mailed to it. Other sessions end.',
  params: z.object({ userId: pathId, token: mailedToken }),
  response: single(z.object({ email: z.string() })),
});

export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/auth/undo-email-change/:token',
  access: 'self',
  summary:
    'Undo a change of address with the link that was mailed to the old one. Every session ends; if the change was confirmed, a link to set a password is mailed to the old address.',
  params: z.object({ token: mailedToken }),
  response: single(z.object({ email: z.string(), wasConfirmed: z.boolean() })),
});

export const beginApp = endpoint({
  method: 'POST',
  path: '/users/me/authenticator-app',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary: 'Begin or go on to set up an authenticator app. It counts once a code was confirmed.',
  response: single(z.object({ key: z.string(), uri: z.string() })),
});

/** Codes that were just made. They are never shown again. Null if those of before stay. */
const newCodes = z.array(z.string()).nullable();

export const confirmApp = endpoint({
  method: 'PUT',
  path: '/users/me/authenticator-app',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary: 'Switch the authenticator app on with one of its codes. Every other session ends.',
  body: z.strictObject({ code: factorCode }),
  response: single(z.object({ recoveryCodes: newCodes })),
});

export const removeApp = endpoint({
  method: 'DELETE',
  path: '/users/me/authenticator-app',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary: 'Switch the authenticator app off.',
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/users/me/recovery-codes',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary: 'Make ten new recovery codes. The codes of before stop working.',
  response: single(z.object({ recoveryCodes: z.array(z.string()) })),
});

const name = line(50, 1);

export const askNewPasskey = endpoint({
  method: 'POST',
  path: '/users/me/passkeys/options',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary: 'What an authenticator needs to make a passkey.',
  response: single(passkeyQuestion),
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/users/me/passkeys',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary: 'Keep a passkey that an authenticator has made.',
  status: 201,
  body: z.strictObject({ name, credential: passkeyAnswer }),
  response: single(z.object({ passkey, recoveryCodes: newCodes })),
});

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/users/me/passkeys/:passkeyId',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary: 'Give a passkey another name.',
  params: z.object({ passkeyId: pathId }),
  body: z.strictObject({ name }),
  response: single(passkey),
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/users/me/passkeys/:passkeyId',
  access: 'signed-in',
  beforeSecondFactor: true,
  summary: 'Remove a passkey. Refused if it is the only way in.',
  params: z.object({ passkeyId: pathId }),
});

export const resetFactors = endpoint({
  method: 'DELETE',
  path: '/users/:userId/second-factor',
  access: 'users.manage',
  summary:
    'Take the lost second factors from another member, who signs in with the password alone next time. Refused for the owner, and for somebody who also belongs to another account.',
  params: z.object({ userId: pathId }),
});
