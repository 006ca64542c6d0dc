import type { DatedTicket, EventDetail } from '@entrada/contract/catalog/events';
import { type TicketDates, usualTicketDates } from '@entrada/contract/catalog/policies/ticket-dates';
import { fromLocalTime, type LocalTime, toLocalTime } from '../../platform/i18n/zoned-time.ts';
import type { SettingsValues } from './field-names.ts';
import { hasOtherTimes, settingsValues } from './values.ts';

type Plan = { dates: TicketDates; tickets: DatedTicket[] };

/** The milliseconds of what clocks show; NaN for half a time. */
const clock = (local: LocalTime) => Date.parse(`${local.slice(0, 16)}Z`);

/**
 * What a save does to the tickets with dates of their own, and the dates they then have. The server decides it in the
 * same way. Null if the dates of the event are as they were, not typed to their end, or if there is no such ticket.
 */
export function planTicketDates(event: EventDetail, values: SettingsValues): Plan | null {
  const before = settingsValues(event);
  if (event.datedTickets.length === 0 || !hasOtherTimes(before, values)) return null;
  const startBy = clock(values.startsAt) - clock(before.startsAt);
  const endBy = before.endsAt && values.endsAt ? clock(values.endsAt) - clock(before.endsAt) : null;
  if (Number.isNaN(startBy) || Number.isNaN(endBy)) return null;
  const dates = values.ticketDates || usualTicketDates({ startBy, endBy });
  const by = dates === 'move' ? startBy : 0;
  const moved = (at: string) => {
    const shown = new Date(clock(toLocalTime(at, event.timezone)) + by).toISOString().slice(0, 16);
    return fromLocalTime(shown, values.timezone) ?? at;
  };
  const tickets = event.datedTickets.map((ticket) => ({
    ...ticket,
    startsAt: moved(ticket.startsAt),
    endsAt: moved(ticket.endsAt),
  }));
  return { dates, tickets };
}
