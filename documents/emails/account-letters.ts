import { msg } from '@lingui/core/macro';
import type { ConfirmEmailData, EmailAlreadyRegisteredData, ResetPasswordData } from './data/accounts.ts';
import type { Letter, Writer } from './letter.ts';
import { accountFooter } from './parts.ts';

export const nothing = { cover: null, facts: [], tickets: null, receipt: null, notes: [] };

export const SENDER = 'Entrada';

export function greeting({ i18n }: Writer, firstName: string): string {
  return firstName ? i18n._(msg`Hello ${firstName},`) : i18n._(msg`Hello,`);
}

/** The full address, for readers whose mail program does not open the button. */
export function fallback({ i18n }: Writer, url: string) {
  return [{ text: i18n._(msg`If the button does not work, open this address:`), link: { label: url, url } }];
}

export function confirmEmail(writer: Writer, data: ConfirmEmailData): Letter {
  const { i18n } = writer;
  return {
    ...nothing,
    subject: i18n._(msg`Confirm your email address`),
    preheader: i18n._(msg`Once it is confirmed, you can publish your first event.`),
    sender: SENDER,
    title: i18n._(msg`Confirm your email address`),
    body: [
      { text: greeting(writer, data.firstName) },
      {
        text: i18n._(msg`Confirm that this address is yours. Once it is confirmed, you can publish events.`),
      },
    ],
    action: { label: i18n._(msg`Confirm address`), url: data.url },
    afterAction: [
      ...fallback(writer, data.url),
      { text: i18n._(msg`If you did not create an account, ignore this email.`) },
    ],
    footer: accountFooter(writer, data.baseUrl),
  };
}

export function resetPassword(writer: Writer, data: ResetPasswordData): Letter {
  const { i18n } = writer;
  return {
    ...nothing,
    subject: i18n._(msg`Reset your password`),
    preheader: i18n._(msg`The link expires in 1 hour.`),
    sender: SENDER,
    title: i18n._(msg`Reset your password`),
    body: [
      { text: greeting(writer, data.firstName) },
      { text: i18n._(msg`Choose a new password with this link. It expires in 1 hour and works once.`) },
    ],
    action: { label: i18n._(msg`Choose new password`), url: data.url },
    afterAction: [
      ...fallback(writer, data.url),
      {
        text: i18n._(
          msg`If it was not you who asked for this, ignore this email. Your password stays as it is.`,
        ),
      },
    ],
    footer: accountFooter(writer, data.baseUrl),
  };
}

export function emailAlreadyRegistered(writer: Writer, data: EmailAlreadyRegisteredData): Letter {
  const { i18n } = writer;
  const { email } = data;
  return {
    ...nothing,
    subject: i18n._(msg`You already have an account`),
    preheader: i18n._(msg`Log in instead, or reset your password.`),
    sender: SENDER,
    title: i18n._(msg`You already have an account`),
    body: [
      { text: greeting(writer, data.firstName) },
      {
        text: i18n._(
          msg`Somebody tried to create an account with ${email}, which already has one. If it was you, log in instead.`,
        ),
        strong: email,
      },
    ],
    action: { label: i18n._(msg`Log in`), url: data.loginUrl },
    afterAction: [
      {
        text: i18n._(msg`Forgot your password?`),
        link: { label: i18n._(msg`Choose new password`), url: data.resetUrl },
      },
      { text: i18n._(msg`If it was not you, ignore this email. Nothing in your account has changed.`) },
    ],
    footer: accountFooter(writer, data.baseUrl),
  };
}
