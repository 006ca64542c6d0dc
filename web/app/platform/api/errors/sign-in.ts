import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SignInErrorCode } from '../error-messages.ts';

/** Messages for error codes of signing in and of invitations. The pages of the part `auth` bring them with them. */
export const signInErrors: Record<SignInErrorCode, MessageDescriptor> = {
  EMAIL_NOT_CONFIRMED: msg`Confirm your email address first. The link is in your inbox.`,
  WRONG_CREDENTIALS: msg`Wrong email or password.`,
  ACCOUNT_INACTIVE: msg`This user is not active. Accept the invitation first, or ask the account owner.`,
  EMAIL_ALREADY_CONFIRMED: msg`This email address is already confirmed.`,
  LOGIN_EXPIRED: msg`That took too long. Sign in again with your password.`,
  WRONG_CODE: msg`This code is not right. Enter the one that your app shows now, or one of your recovery codes.`,
  CODE_USED: msg`This code was used already. Wait for the next one.`,
  CLOCK_WRONG: msg`The clock of the device with your app is wrong by some minutes. Set it to automatic time, then enter the next code.`,
  PASSKEY_REFUSED: msg`This passkey does not work here. Try another one, or sign in with your password.`,
  EMAIL_TAKEN: msg`Another account has this email address now, so nothing was changed.`,
  INVITATION_ACCEPTED: msg`Invitation already accepted. Sign in to go on.`,
  INVITATION_REVOKED: msg`This invitation was revoked. Ask whoever invited you for a new one.`,
  INVITATION_REPLACED: msg`A newer link was sent to you. Use the one in the latest email.`,
  INVITATION_EXPIRED: msg`This invitation has expired. Ask whoever invited you to send it again.`,
  INVITATION_OTHER_ADDRESS: msg`This invitation is for another email address. Sign in with that address, then open the link again.`,
  USER_EXISTS: msg`There is a sign-in for this email address already. Sign in with it, then open the link again.`,
};
