import { callName } from '@entrada/contract/accounts/person-name';
import type { SecurityNotice } from '@entrada/documents/types';
import type { JobCtx } from '../platform/jobs/job.ts';
import type { ComposeMail, Composers } from '../platform/mail/mailer.ts';
import { findUser } from './queries.ts';

const called = (user: { first_name: string; last_name: string }) =>
  callName({ firstName: user.first_name, lastName: user.last_name });

const userOfMail = async (ctx: JobCtx, userId: number | null) =>
  userId === null ? undefined : findUser(ctx.db, userId);

const confirmEmail: ComposeMail = async (ctx, mail) => {
  const user = await userOfMail(ctx, mail.userId);
  if (!user || user.email_confirmed_at) return null;
  const { baseUrl } = ctx.config;
  const url = `${baseUrl}/manage/profile/confirm-email-address/${String(mail.data['token'])}?user=${user.id}`;
  return { kind: 'confirm_email', data: { baseUrl, firstName: called(user), url } };
};

const resetPassword: ComposeMail = async (ctx, mail) => {
  const user = await userOfMail(ctx, mail.userId);
  if (!user) return null;
  const { baseUrl } = ctx.config;
  return {
    kind: 'reset_password',
    data: {
      baseUrl,
      firstName: called(user),
      url: `${baseUrl}/auth/reset-password/${String(mail.data['token'])}`,
    },
  };
};

const alreadyRegistered: ComposeMail = async (ctx, mail) => {
  const user = await userOfMail(ctx, mail.userId);
  if (!user) return null;
  const { baseUrl } = ctx.config;
  return {
    kind: 'email_already_registered',
    data: {
      baseUrl,
      firstName: called(user),
      email: user.email,
      loginUrl: `${baseUrl}/auth/login`,
      resetUrl: `${baseUrl}/auth/forgot-password`,
    },
  };
};

const securityNotice: ComposeMail = async (ctx, mail) => {
  const user = await userOfMail(ctx, mail.userId);
  if (!user) return null;
  const { baseUrl } = ctx.config;
  return {
    kind: 'security_notice',
    data: {
      baseUrl,
      firstName: called(user),
      what: mail.data['what'] as SecurityNotice,
      securityUrl: `${baseUrl}/manage/profile/security`,
      resetUrl: `${baseUrl}/auth/forgot-password`,
    },
  };
};

const emailChangeConfirm: ComposeMail = async (ctx, mail) => {
  const user = await userOfMail(ctx, mail.userId);
  if (!user) return null;
  const { baseUrl } = ctx.config;
  const url = `${baseUrl}/manage/profile/confirm-email-change/${String(mail.data['token'])}?user=${user.id}`;
  return { kind: 'email_change_confirm', data: { baseUrl, firstName: called(user), email: mail.to, url } };
};

const emailChangeTaken: ComposeMail = async (ctx, mail) => {
  const user = await userOfMail(ctx, mail.userId);
  if (!user) return null;
  const { baseUrl } = ctx.config;
  return {
    kind: 'email_change_taken',
    data: { baseUrl, firstName: called(user), email: mail.to, loginUrl: `${baseUrl}/auth/login` },
  };
};

const emailChangeNotice: ComposeMail = async (ctx, mail) => {
  const user = await userOfMail(ctx, mail.userId);
  if (!user) return null;
  const { baseUrl } = ctx.config;
  return {
    kind: 'email_change_notice',
    data: {
      baseUrl,
      firstName: called(user),
      newEmail: String(mail.data['newEmail']),
      isDone: mail.data['isDone'] === true,
      url: `${baseUrl}/auth/undo-email-change/${String(mail.data['token'])}`,
    },
  };
};

export const accountMails: Composers = {
  security_notice: securityNotice,
  email_change_confirm: emailChangeConfirm,
  email_change_taken: emailChangeTaken,
  email_change_notice: emailChangeNotice,
  confirm_email: confirmEmail,
  reset_password: resetPassword,
  email_already_registered: alreadyRegistered,
};
