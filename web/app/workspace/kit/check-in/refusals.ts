import type { Verdict } from '@entrada/contract/door/check-in';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

type Reason = (names: string) => MessageDescriptor;

const foreign: Reason = (names) => msg`The ticket does not belong to this list: ${names}`;

const closed: Reason = (names) => msg`The list is not open: ${names}`;

/** Why the door does not let these people in. */
export const refusalReasons: Record<Verdict, Reason> = {
  admitted: foreign,
  already_in: (names) => msg`Already checked in: ${names}`,
  called_off: (names) => msg`The event is called off: ${names}`,
  wrong_day: (names) => msg`The ticket is for another day: ${names}`,
  wrong_ticket: foreign,
  cancelled: (names) => msg`The ticket is cancelled: ${names}`,
  unpaid: (names) => msg`Not paid yet: ${names}`,
  revoked: foreign,
  wrong_event: foreign,
  unknown: foreign,
  not_active: closed,
  expired: closed,
  just_scanned: (names) => msg`Already checked in: ${names}`,
  unreadable: foreign,
  number: foreign,
  checked_out: foreign,
  not_inside: foreign,
  no_check_out: foreign,
};
