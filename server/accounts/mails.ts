import type { JobCtx } from '../platform/jobs/job.ts';
import type { ComposeMail, Composers } from '../platform/mail/mailer.ts';
import { findUser } from './queries.ts';

const userOfMail = async (ctx: JobCtx, userId: number | null) =>
  userId === null ? undefined : findUser(ctx.db, userId);

const confirmEmail: ComposeMail = async (ctx, mail) => {
  const user = await userOfMail(ctx, mail.userId);
  if (!user || user.email_confirmed_at) return null;
  const { baseUrl } = ctx.config;
  const url = `${baseUrl}/manage/profile/confirm-email-address/${String(mail.data['token'])}?user=${user.id}`;
  return { kind: 'confirm_email', data: { baseUrl, firstName: user.first_name, url } };
};

const resetPassword: ComposeMail = async (ctx, mail) => {
  const user = await userOfMail(ctx, mail.userId);
  if (!user) return null;
  const { baseUrl } = ctx.config;
  return {
    kind: 'reset_password',
    data: {
      baseUrl,
      firstName: user.first_name,
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
      firstName: user.first_name,
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
