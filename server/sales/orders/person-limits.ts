import type { FieldError } from '@entrada/contract/errors';
import type { Tx } from '../../db/client.ts';
import type { Order } from './core/types.ts';
import { countOfPerson, findPersonLimits, lockPeople, type PersonLimit } from './person-queries.ts';

const limitsOf = (tx: Tx, orders: readonly Order[]): Promise<PersonLimit[]> =>
  findPersonLimits(
    tx,
    orders.flatMap(({ items }) => items.map((item) => item.ticketId)),
  );

/**
 * Refuses orders whose buyer would have more of a ticket than one person may, in the order of the list. Orders before
 * count for those after. The maximum is the ticket's maximum per order, summed over all orders of an email address.
 * Answers the errors by the id of the order. Every order carries its new buyer and is locked. Locks the people in one
 * order, so that their orders elsewhere wait. `known`: the limits that were read in this transaction.
 */
export async function personErrors(
  tx: Tx,
  orders: readonly Order[],
  known?: readonly PersonLimit[],
): Promise<Map<number, FieldError[]>> {
  const refused = new Map<number, FieldError[]>();
  const limits = known ?? (await limitsOf(tx, orders));
  const limited = orders.flatMap((order) => {
    const own = limits.filter(({ ticketId }) => order.items.some((item) => item.ticketId === ticketId));
    return order.buyer && own.length > 0 ? [{ order, email: order.buyer.email.toLowerCase(), own }] : [];
  });
  if (limited.length === 0) return refused;
  await lockPeople(
    tx,
    limited.map(({ order, email }) => ({ eventId: order.eventId, email })),
  );
  /** What the accepted orders of this list have. Their stored rows are older. */
  const accepted = new Map<string, number>();
  const acceptedIds: number[] = [];
  for (const { order, email, own } of limited) {
    const { id, eventId, items } = order;
    const ticketIds = own.map(({ ticketId }) => ticketId);
    const had = await countOfPerson(tx, { eventId, email, ticketIds, except: [id, ...acceptedIds] });
    const totals = own.map(({ ticketId, name, max }) => {
      const key = `${ticketId} ${email}`;
      const wanted = items.reduce((sum, item) => sum + (item.ticketId === ticketId ? item.quantity : 0), 0);
      return { key, name, max, total: wanted + (had.get(ticketId) ?? 0) + (accepted.get(key) ?? 0), wanted };
    });
    const over = totals.filter(({ total, max }) => total > max);
    if (over.length > 0) {
      const said = over.map(({ name, max }) => ({
        code: 'too_many_per_person' as const,
        max,
        allowed: [name],
      }));
      refused.set(
        id,
        said.map((error) => ({ path: 'email', ...error })),
      );
      continue;
    }
    acceptedIds.push(id);
    for (const { key, wanted } of totals) accepted.set(key, (accepted.get(key) ?? 0) + wanted);
  }
  return refused;
}
