import type { MessageRow, RecipientState, SkipReason } from '@entrada/contract/outreach/messages';
import { PLACEHOLDERS, type Placeholder } from '@entrada/contract/outreach/placeholders';
import type { ReminderKind } from '@entrada/contract/outreach/reminders';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { useMemo } from 'react';

/** What a placeholder stands for. */
const placeholderNames: Record<Placeholder, MessageDescriptor> = {
  first_name: msg`First name`,
  last_name: msg`Last name`,
  event: msg`Event`,
  event_date: msg`Date of the event`,
  ticket: msg`Ticket`,
  ticket_number: msg`Ticket number`,
  order_number: msg`Order number`,
  ticket_link: msg`Link to the ticket`,
  order_link: msg`Link to the order`,
};

/** All placeholders with their names in the reader's language. The same list until the language changes. */
export function usePlaceholders() {
  const { i18n } = useLingui();
  return useMemo(() => PLACEHOLDERS.map((name) => ({ name, label: i18n._(placeholderNames[name]) })), [i18n]);
}

/** What became of the mail to one recipient. */
export const stateNames: Record<RecipientState, MessageDescriptor> = {
  waiting: msg`Waiting`,
  queued: msg`Waiting for the mail server`,
  sending: msg`Being sent`,
  accepted: msg`Delivered`,
  refused: msg`Refused`,
  skipped: msg`Left out`,
  bounced: msg`Bounced`,
};

/** Why a recipient was left out. */
export const skipReasons: Record<SkipReason, MessageDescriptor> = {
  NO_EMAIL: msg`Has no email address`,
  UNSUBSCRIBED: msg`Has unsubscribed from news`,
  BOUNCED: msg`Earlier emails to this address bounced`,
  ALREADY_REMINDED: msg`Got this reminder already`,
  GONE: msg`Cancelled in the meantime`,
  TOO_LATE: msg`The event had begun before the rest could go out`,
};

export const reminderNames: Record<ReminderKind, MessageDescriptor> = {
  week_before: msg`A week before the start`,
  day_before: msg`A day before the start`,
  hour_before: msg`An hour before the start`,
  after_end: msg`A day after the end`,
  details_missing: msg`Names are missing, three days before the start`,
};

/** Whether a message was just sent and can still be taken back. */
export const isSendingSoon = ({ status, undoUntil }: Pick<MessageRow, 'status' | 'undoUntil'>): boolean =>
  status === 'scheduled' && undoUntil !== null;
