import type { Role } from '@entrada/contract/permissions';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { formatMoment } from '../../format.ts';
import type { Fact, Letter, Writer } from '../letter.ts';
import { accountFooter, nothing } from '../parts.ts';
import type { InvitationData, OwnershipOfferedData } from './data.ts';

const SENDER = 'Entrada';

/** The same words as on the team's page. */
const ROLES: Record<Role, { name: MessageDescriptor; does: MessageDescriptor }> = {
  owner: { name: msg`Owner`, does: msg`Everything, and hands the account over.` },
  admin: { name: msg`Administrator`, does: msg`Everything except closing the account.` },
  organizer: { name: msg`Organizer`, does: msg`Events: tickets, orders, messages, reports.` },
  accounts: {
    name: msg`Accounts`,
    does: msg`Reports, taxes, invoices and payouts. Sees orders, changes nothing.`,
  },
  door_supervisor: {
    name: msg`Door supervisor`,
    does: msg`Check-in, undo, who is inside, sales at the door.`,
  },
  door_staff: { name: msg`Door staff`, does: msg`Scans tickets. Sees names, never emails or money.` },
};

const fact = (label: string, value: string, lines: string[] = []): Fact => ({
  label,
  value,
  lines,
  link: null,
});

/** To somebody whom the team invites. The link is for their mailbox alone. */
export function invitation({ i18n, locale }: Writer, data: InvitationData): Letter {
  const { account, invitedBy, role, reach, note, until, timeZone, url } = data;
  const [first, ...more] = reach ?? [];
  const moment = formatMoment(until, timeZone, locale);
  return {
    ...nothing,
    subject: i18n._(msg`${invitedBy} invites you to ${account}`),
    preheader: i18n._(msg`Accept the invitation to work on ${account} with Entrada.`),
    sender: SENDER,
    title: i18n._(msg`Join ${account}`),
    body: [
      {
        text: i18n._(msg`${invitedBy} invites you to work on ${account} with Entrada.`),
        strong: account,
      },
    ],
    action: { label: i18n._(msg`Accept the invitation`), url },
    afterAction: [
      {
        text: i18n._(msg`The link works once, until ${moment}, and only for this email address.`),
      },
      { text: i18n._(msg`If the button does not work, open this address:`), link: { label: url, url } },
      { text: i18n._(msg`If you do not know ${invitedBy}, ignore this email.`) },
    ],
    facts: [
      fact(i18n._(msg`Your role`), i18n._(ROLES[role].name), [i18n._(ROLES[role].does)]),
      ...(first === undefined ? [] : [fact(i18n._(msg`Events`), first, more)]),
    ],
    notes: note ? [{ title: i18n._(msg`Note from ${invitedBy}`), text: note }] : [],
    footer: accountFooter({ i18n, locale }, data.baseUrl),
  };
}

/** To the member who is to become the owner. Nothing changes until they agree. */
export function ownershipOffered({ i18n, locale }: Writer, data: OwnershipOfferedData): Letter {
  const { firstName, account, owner, until, timeZone, url } = data;
  const moment = formatMoment(until, timeZone, locale);
  return {
    ...nothing,
    subject: i18n._(msg`${owner} wants to hand ${account} over to you`),
    preheader: i18n._(msg`Nothing changes until you agree.`),
    sender: SENDER,
    title: i18n._(msg`Take over ${account}`),
    body: [
      { text: firstName ? i18n._(msg`Hello ${firstName},`) : i18n._(msg`Hello,`) },
      {
        text: i18n._(
          msg`${owner} wants to make you the owner of ${account}. As the owner you can close the account and hand it over. ${owner} stays as an administrator.`,
        ),
        strong: account,
      },
    ],
    action: { label: i18n._(msg`Decide`), url },
    afterAction: [
      { text: i18n._(msg`You can agree or decline until ${moment}. Nothing changes until you agree.`) },
    ],
    footer: accountFooter({ i18n, locale }, data.baseUrl),
  };
}
