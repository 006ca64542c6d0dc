import type { TimelineEntry } from '@entrada/contract/insight/timeline';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

type Seen = NonNullable<TimelineEntry['scan']>['verdict'];

/** What the door answered to a scan. */
export const scanSentences: Record<Seen, MessageDescriptor> = {
  admitted: msg`Let in at the door`,
  already_in: msg`Turned away at the door: already in`,
  called_off: msg`Turned away at the door: the event is called off`,
  wrong_day: msg`Turned away at the door: the ticket is for another day`,
  wrong_ticket: msg`Turned away at the door: another ticket is needed`,
  cancelled: msg`Turned away at the door: the ticket is cancelled`,
  unpaid: msg`Turned away at the door: not paid yet`,
  revoked: msg`Turned away at the door: the code was replaced`,
  wrong_event: msg`Turned away at the door: the ticket is for another event`,
  unknown: msg`Turned away at the door: the code is unknown`,
  not_active: msg`Turned away at the door: not open yet`,
  expired: msg`Turned away at the door: already closed`,
  just_scanned: msg`The same scan, made twice`,
  unreadable: msg`Code read only in part`,
  number: msg`A number, not a code`,
  checked_out: msg`Let out at the door`,
  not_inside: msg`Let out at the door without an entry`,
  no_check_out: msg`Asked to leave where nobody is let out and in again`,
  undone: msg`Entry taken back`,
};
