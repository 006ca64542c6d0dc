import type { Tx } from '../../db/client.ts';
import { audit, auditAll, type Witness } from '../../platform/audit.ts';
import type { AccountScope } from '../../platform/context.ts';
import { type WrittenRefund, writeReopened, writeSettled } from './request-queries.ts';

/**
 * Settles the open refund requests of these orders that leave nothing to answer: every ticket that was asked for has ended
 * or is refunded by name, or all money of the order is gone, or what was refunded since for no certain ticket is as much as
 * was asked for. Less than that leaves the rest open. `refund` was just written. Whoever refunds or cancels calls this in the
 * same transaction, and tells the buyer or not; the request itself tells nobody. The rows of the orders must be locked.
 */
export async function settleRequests(
  tx: Tx,
  witness: Witness,
  scope: AccountScope,
  about: { orderIds: readonly number[]; refund?: WrittenRefund },
): Promise<void> {
  const by = witness.actor.kind === 'user' ? witness.actor.userId : null;
  const settled = await writeSettled(tx, scope, { ...about, by });
  if (settled.length === 0) return;
  const refundId = about.refund?.id;
  await auditAll(
    tx,
    witness,
    scope,
    settled.map(({ id, orderId, amount }) => ({
      action: 'refund.request_settled',
      target: { type: 'order', id: orderId },
      after: { requestId: id, amount, ...(refundId !== undefined && { refundId }) },
    })),
  );
}

/**
 * Opens the last refund request of an order again if it was settled since this refund was written and the money of it is
 * missing, because the refund has failed just now. The row of the order must be locked.
 */
export async function reopenRequests(
  tx: Tx,
  witness: Witness,
  scope: AccountScope,
  { orderId, refund }: { orderId: number; refund: WrittenRefund },
): Promise<void> {
  const reopened = await writeReopened(tx, scope, { orderId, refund });
  if (!reopened) return;
  await audit(tx, witness, scope, {
    action: 'refund.request_reopened',
    target: { type: 'order', id: orderId },
    after: { requestId: reopened.id, amount: reopened.amount, refundId: refund.id },
  });
}
