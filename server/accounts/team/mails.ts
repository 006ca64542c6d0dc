import { callName, personName } from '@entrada/contract/accounts/person-name';
import { scopeOfRow } from '../../platform/context.ts';
import type { ComposeMail, Composers } from '../../platform/mail/mailer.ts';
import { hashToken } from '../../platform/secrets.ts';
import { findUser } from '../queries.ts';
import { findByToken } from './invitation-queries.ts';
import { findOpenTransfer } from './ownership-queries.ts';

/** Nothing is sent for a link that no longer works. */
const invitation: ComposeMail = async (ctx, mail) => {
  const token = String(mail.data['token']);
  const found = await findByToken(ctx.db, hashToken(token));
  if (!found || found.acceptedAt || found.revokedAt || found.isReplaced || found.isExpired) return null;
  const { baseUrl } = ctx.config;
  return {
    kind: 'invitation',
    data: {
      baseUrl,
      account: found.account,
      invitedBy: personName({ firstName: found.inviterFirstName, lastName: found.inviterLastName }),
      role: found.role,
      reach: found.limited ? [...found.organizers, ...found.events].map(({ name }) => name) : null,
      note: found.note,
      until: found.expiresAt.toISOString(),
      timeZone: found.timezone,
      url: `${baseUrl}/auth/accept-invitation/${token}`,
    },
  };
};

const ownershipOffered: ComposeMail = async (ctx, mail) => {
  const user = mail.userId === null ? undefined : await findUser(ctx.db, mail.userId);
  const found = await findOpenTransfer(ctx.db, scopeOfRow({ accountId: Number(mail.data['accountId']) }));
  if (!user || !found || found.toId !== user.id) return null;
  const { baseUrl } = ctx.config;
  return {
    kind: 'ownership_offered',
    data: {
      baseUrl,
      firstName: callName({ firstName: user.first_name, lastName: user.last_name }),
      account: found.account,
      owner: personName({ firstName: found.fromFirstName, lastName: found.fromLastName }),
      until: found.expiresAt.toISOString(),
      timeZone: found.timezone,
      url: `${baseUrl}/manage/account`,
    },
  };
};

export const teamMails: Composers = { invitation, ownership_offered: ownershipOffered };
