import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { DoorErrorCode } from '../error-messages.ts';

/** Messages for error codes of the door, which has to say them without a connection. */
export const doorErrors: Record<DoorErrorCode, MessageDescriptor> = {
  CHECK_IN_LIST_NOT_FOUND: msg`This check-in list does not exist.`,
  CHECK_IN_LIST_NOT_ACTIVE: msg`This check-in list is not active yet.`,
  CHECK_IN_LIST_EXPIRED: msg`This check-in list has expired.`,
  DOOR_PIN_REQUIRED: msg`Enter the PIN of this door first. Whoever gave you the link knows it.`,
  DOOR_PIN_WRONG: msg`That is not the PIN. Ask whoever gave you the link.`,
  TOO_MANY_DOOR_LINKS: msg`This list has many links already. Close some first.`,
  DOOR_SUPERVISOR_ONLY: msg`Your link lets you scan only. Ask a supervisor at the door.`,
  DOOR_DEVICE_REQUIRED: msg`This device has to open the link of the door again.`,
  DOOR_SALES_NOT_ALLOWED: msg`This list allows no sales at the door. The organizer can allow them.`,
  DOOR_NOT_OVERRULABLE: msg`This person cannot be let in anyway. Look at the ticket again, or ask the organizer.`,
  STORAGE_FULL: msg`This phone is full, so the scan was not kept and nobody was checked in. Free some space, then scan again.`,
};
