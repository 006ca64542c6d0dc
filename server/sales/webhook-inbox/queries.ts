import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { WebhookEvent } from '../../payment-providers/port.ts';
import type { AccountScope } from '../../platform/context.ts';
import { hasOnlyDied, isInQueue } from '../../platform/jobs/queries.ts';

/** Stores a webhook; answers null if this event was stored before. */
export async function insertWebhook(
  tx: Tx,
  provider: string,
  event: WebhookEvent,
  body: unknown,
): Promise<number | null> {
  const row = await tx
    .insertInto('webhook_inbox')
    .values({
      provider,
      event_id: event.eventId,
      type: event.type,
      provider_payment_id: event.providerPaymentId,
      provider_account: event.account,
      payload: JSON.stringify({
        subject: event.subject,
        providerRefundId: event.providerRefundId,
        providerDisputeId: event.providerDisputeId,
        body,
      }),
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function findWebhook(tx: Tx | Db, id: number) {
  const row = await tx
    .selectFrom('webhook_inbox')
    .selectAll()
    .select(sql<number>`extract(epoch from app.now() - received_at)::int`.as('age_seconds'))
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const payload = row.payload as Pick<WebhookEvent, 'subject' | 'providerRefundId'> &
    Partial<Pick<WebhookEvent, 'providerDisputeId'>>;
  return {
    id: row.id,
    provider: row.provider,
    eventId: row.event_id,
    type: row.type,
    subject: payload.subject,
    providerPaymentId: row.provider_payment_id,
    providerRefundId: payload.providerRefundId,
    providerDisputeId: payload.providerDisputeId ?? null,
    account: row.provider_account,
    ageSeconds: row.age_seconds,
  };
}

/**
 * Unprocessed webhooks that no job will process any more: the job has used all its tries, or the job was lost. `hasDied`:
 * each of its tries ended with its process.
 */
export async function findLostWebhooks(
  tx: Tx | Db,
): Promise<{ id: number; type: string; hasDied: boolean }[]> {
  const key = sql`'webhook:' || w.id`;
  const { rows } = await sql<{ id: number; type: string; hasDied: boolean }>`
    select w.id, w.type, ${hasOnlyDied(key)} as "hasDied" from app.webhook_inbox w
    where w.processed_at is null and w.received_at < app.now() - interval '1 minute'
      and not ${isInQueue(key)}
    order by w.id limit 500`.execute(tx);
  return rows;
}

/** Whether the webhook `w` was parked, and waits for a person. One that is older has been looked at, or never will be. */
export const waitsForPerson = sql<boolean>`(
  w.outcome in ('mismatch', 'account_mismatch', 'payment_not_at_provider', 'not_at_provider', 'process_ended')
  and w.received_at > app.now() - interval '30 days')`;

/** Opens the parked webhooks of an event's payments again. */
export async function openParkedWebhooks(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
): Promise<{ id: number; type: string; paymentId: number }[]> {
  const { rows } = await sql<{ id: number; type: string; paymentId: number }>`
    update app.webhook_inbox w set processed_at = null, outcome = null
    from app.payments p join app.orders o on o.id = p.order_id
    where p.provider = w.provider and p.provider_payment_id = w.provider_payment_id
      and p.account_id = ${scope.accountId} and o.event_id = ${eventId} and ${waitsForPerson}
    returning w.id, w.type, p.id as "paymentId"`.execute(tx);
  return rows;
}

/** Marks an event as applied or parked; `outcome` says which. */
export async function closeWebhook(tx: Tx | Db, id: number, outcome: string): Promise<void> {
  await tx
    .updateTable('webhook_inbox')
    .set({ processed_at: sql<Date>`app.now()`, outcome })
    .where('id', '=', id)
    .execute();
}
