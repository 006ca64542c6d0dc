import type { Db, Tx } from '../../db/client.ts';
import type { Order } from '../orders/core/types.ts';
import { eventOf } from './buyer-view.ts';
import { isWithheld } from './core/withheld.ts';

type Ticket = { awaitsName: boolean };

/**
 * Answers for tickets of one event whether they keep their codes to themselves now. Reads the event and the database's
 * clock only if one of them has no name.
 */
export async function withheldOf(
  db: Db | Tx,
  event: { eventId: number },
  tickets: readonly Ticket[],
): Promise<(one: Ticket, order: Pick<Order, 'policy'>) => boolean> {
  if (!tickets.some((one) => one.awaitsName)) return () => false;
  const { startsAt, readAt: now } = await eventOf(db, event);
  return (one, order) => isWithheld(one, order, { startsAt, now });
}

/** The same for one ticket of an order. */
export const isWithheldNow = async (
  db: Db | Tx,
  order: Pick<Order, 'eventId' | 'policy'>,
  one: Ticket,
): Promise<boolean> => (await withheldOf(db, order, [one]))(one, order);
