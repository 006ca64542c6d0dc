import { DISPUTE_STATUSES } from '@entrada/contract/sales/disputes';
import type { OrderHistoryEntry } from '@entrada/contract/sales/orders';
import { z } from 'zod';

/** The fields of an audit entry that a history shows. Entries of older versions may lack any of them. */
const told = z
  .object({
    amount: z.number().nullable().catch(null),
    attendeeIds: z.array(z.number()).nullable().catch(null),
    lineIds: z.array(z.number()).nullable().catch(null),
    status: z.enum(DISPUTE_STATUSES).nullable().catch(null),
    number: z.string().nullable().catch(null),
  })
  .catch({ amount: null, attendeeIds: null, lineIds: null, status: null, number: null });

/**
 * What an audit entry of an order tells besides its kind: an amount, how many tickets, the state of a dispute, the
 * number of a document. Pure.
 */
export function tellAudited(
  kind: string,
  after: unknown,
  items: readonly { id: number; quantity: number }[],
): Pick<OrderHistoryEntry, 'amount' | 'count' | 'disputeStatus' | 'document'> {
  const { amount, attendeeIds, lineIds, status, number } = told.parse(after ?? {});
  const units = items.reduce((sum, { id, quantity }) => sum + (lineIds?.includes(id) ? quantity : 0), 0);
  const isDispute = kind === 'dispute_opened' || kind === 'dispute_changed';
  return {
    amount,
    count: attendeeIds && attendeeIds.length + units,
    disputeStatus: isDispute ? status : null,
    document: number,
  };
}
