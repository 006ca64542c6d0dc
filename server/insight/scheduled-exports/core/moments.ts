import { DAY_MS } from '@entrada/contract/constants';
import { SCHEDULED_EXPORTS } from '@entrada/contract/insight/scheduled-exports';

/** When the last file of an event comes at the latest. */
export const lastMoment = (eventEnd: Date): Date =>
  new Date(eventEnd.getTime() + SCHEDULED_EXPORTS.daysAfterEvent * DAY_MS);
