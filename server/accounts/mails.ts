import { callName } from '@entrada/contract/accounts/person-name';
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

export const accountMails: Composers = {
  confirm_email: confirmEmail,
  reset_password: resetPassword,
  email_already_registered: alreadyRegistered,
};
