import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ScanWord } from './types.ts';

/** What came of a scan, in the file of the log of a door. */
export const SCAN_WORDS: Record<ScanWord, MessageDescriptor> = {
  'scan.admitted': msg`Let in`,
  'scan.already_in': msg`Already in`,
  'scan.called_off': msg`Event called off`,
  'scan.wrong_day': msg`Ticket for another day`,
  'scan.wrong_ticket': msg`Ticket for another door`,
  'scan.cancelled': msg`Ticket cancelled`,
  'scan.unpaid': msg`Ticket not paid`,
  'scan.revoked': msg`Old code`,
  'scan.wrong_event': msg`Ticket for another event`,
  'scan.unknown': msg`Unknown code`,
  'scan.not_active': msg`List not open yet`,
  'scan.expired': msg`List closed`,
  'scan.just_scanned': msg`Scanned twice`,
  'scan.unreadable': msg`Code read only in part`,
  'scan.number': msg`A number, not a code`,
  'scan.checked_out': msg`Let out`,
  'scan.not_inside': msg`Let out without an entry`,
  'scan.no_check_out': msg`No check-out here`,
  'scan.undone': msg`Entry taken back`,
  'scan.undone_out': msg`Exit taken back`,
};
