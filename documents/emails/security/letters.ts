import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { fallback, greeting, nothing, SENDER } from '../account-letters.ts';
import type {
  EmailChangeConfirmData,
  EmailChangeNoticeData,
  EmailChangeTakenData,
  SecurityNotice,
  SecurityNoticeData,
} from '../data/accounts.ts';
import type { Letter, Writer } from '../letter.ts';
import { accountFooter } from '../parts.ts';

/** What happened, as the title and in a sentence. */
const NOTICES: Record<SecurityNotice, { title: MessageDescriptor; text: MessageDescriptor }> = {
  password_changed: {
    title: msg`Your password was changed`,
    text: msg`The password of your account was changed, and every other session was ended.`,
  },
  app_added: {
    title: msg`Two-step sign-in is on`,
    text: msg`An authenticator app was added to your account. From now on, signing in with the password also asks for a code.`,
  },
  app_removed: {
    title: msg`Your authenticator app was removed`,
    text: msg`The authenticator app of your account was switched off. Its codes no longer work.`,
  },
  passkey_added: {
    title: msg`A passkey was added`,
    text: msg`A passkey was added to your account. It signs in without a password.`,
  },
  passkey_removed: {
    title: msg`A passkey was removed`,
    text: msg`A passkey was removed from your account. It can no longer sign in.`,
  },
  recovery_codes_renewed: {
    title: msg`You have new recovery codes`,
    text: msg`New recovery codes were made for your account. The old ones no longer work.`,
  },
  recovery_code_used: {
    title: msg`A recovery code was used`,
    text: msg`Somebody signed in to your account, or confirmed a change, with one of your recovery codes.`,
  },
  factors_reset: {
    title: msg`Two-step sign-in was reset`,
    text: msg`Your authenticator app, passkeys and recovery codes were removed, because you lost them or somebody said so. Sign in with your password and set them up again.`,
  },
};

/** Something about the way in which the reader signs in was changed. */
export function securityNotice(writer: Writer, data: SecurityNoticeData): Letter {
  const { i18n } = writer;
  const { title, text } = NOTICES[data.what];
  return {
    ...nothing,
    subject: i18n._(title),
    preheader: i18n._(msg`If it was you, there is nothing to do.`),
    sender: SENDER,
    title: i18n._(title),
    body: [
      { text: greeting(writer, data.firstName) },
      { text: i18n._(text) },
      { text: i18n._(msg`If it was you, there is nothing to do.`) },
    ],
    action: { label: i18n._(msg`Check your sign-in`), url: data.securityUrl },
    afterAction: [
      {
        text: i18n._(msg`If it was not you, set a new password at once. That ends every session.`),
        link: { label: i18n._(msg`Choose new password`), url: data.resetUrl },
      },
    ],
    footer: accountFooter(writer, data.baseUrl),
  };
}

/** To the new address: confirm that it is yours. */
export function emailChangeConfirm(writer: Writer, data: EmailChangeConfirmData): Letter {
  const { i18n } = writer;
  const { email } = data;
  return {
    ...nothing,
    subject: i18n._(msg`Confirm your new email address`),
    preheader: i18n._(msg`The link expires in 24 hours.`),
    sender: SENDER,
    title: i18n._(msg`Confirm your new email address`),
    body: [
      { text: greeting(writer, data.firstName) },
      {
        text: i18n._(
          msg`You want to sign in with ${email} from now on. Confirm that this address is yours. The link expires in 24 hours and works once.`,
        ),
        strong: email,
      },
    ],
    action: { label: i18n._(msg`Confirm address`), url: data.url },
    afterAction: [
      ...fallback(writer, data.url),
      { text: i18n._(msg`If it was not you who asked for this, ignore this email. Nothing changes then.`) },
    ],
    footer: accountFooter(writer, data.baseUrl),
  };
}

/** To an address that somebody else wants, and that has an account already. */
export function emailChangeTaken(writer: Writer, data: EmailChangeTakenData): Letter {
  const { i18n } = writer;
  const { email } = data;
  return {
    ...nothing,
    subject: i18n._(msg`This address already has an account`),
    preheader: i18n._(msg`Nothing in your account has changed.`),
    sender: SENDER,
    title: i18n._(msg`This address already has an account`),
    body: [
      { text: greeting(writer, data.firstName) },
      {
        text: i18n._(
          msg`Somebody with another account wanted to change their address to ${email}. It already has an account, so that is not possible. If it was you, log in with this address instead.`,
        ),
        strong: email,
      },
    ],
    action: { label: i18n._(msg`Log in`), url: data.loginUrl },
    afterAction: [
      { text: i18n._(msg`If it was not you, ignore this email. Nothing in your account has changed.`) },
    ],
    footer: accountFooter(writer, data.baseUrl),
  };
}

/** To the old address: another one was asked for or has taken its place, and how to undo that. */
export function emailChangeNotice(writer: Writer, data: EmailChangeNoticeData): Letter {
  const { i18n } = writer;
  const { newEmail } = data;
  const title = data.isDone
    ? i18n._(msg`Your email address was changed`)
    : i18n._(msg`Your email address is about to change`);
  return {
    ...nothing,
    subject: title,
    preheader: i18n._(msg`If it was not you, undo it within 7 days.`),
    sender: SENDER,
    title,
    body: [
      { text: greeting(writer, data.firstName) },
      {
        text: data.isDone
          ? i18n._(msg`You now sign in with ${newEmail}. We write to you there from now on.`)
          : i18n._(
              msg`Somebody who is signed in to your account wants to change your address to ${newEmail}. It changes once that address is confirmed.`,
            ),
        strong: newEmail,
      },
      {
        text: i18n._(
          msg`If it was you, there is nothing to do. If not, undo it within 7 days: this address stays yours, and every session ends.`,
        ),
      },
    ],
    action: { label: i18n._(msg`Keep this address`), url: data.url },
    afterAction: fallback(writer, data.url),
    footer: accountFooter(writer, data.baseUrl),
  };
}
