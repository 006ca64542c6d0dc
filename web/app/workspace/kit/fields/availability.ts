import type { EventDetail } from '@entrada/contract/catalog/events';
import type { Ticket } from '@entrada/contract/catalog/tickets';

/** How the sale of a ticket stands. It is over once the event is called off, as buyers are told. */
export const availabilityIn = (
  { calledOffAt }: Pick<EventDetail, 'calledOffAt'>,
  { availability }: Pick<Ticket, 'availability'>,
): Ticket['availability'] => (calledOffAt && availability !== 'hidden' ? 'ended' : availability);
