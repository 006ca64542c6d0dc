/** What happens to the tickets' own dates when the dates of their event change. */
export const TICKET_DATES = ['move', 'keep'] as const;
export type TicketDates = (typeof TICKET_DATES)[number];

/**
 * What happens unless somebody chooses. An event whose start and end go the same way has moved, whatever happens to its
 * length, so its tickets move with its start. Otherwise it only becomes longer or shorter, and they stay. Both are how
 * far the clocks of the event go on, in any unit; `endBy` is null if the event has no end before or after.
 */
export function usualTicketDates({ startBy, endBy }: { startBy: number; endBy: number | null }): TicketDates {
  return Math.sign(startBy) === Math.sign(endBy ?? startBy) ? 'move' : 'keep';
}
