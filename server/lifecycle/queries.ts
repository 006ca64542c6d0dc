import type { EventStatus } from '@entrada/contract/events';
import { sql } from 'kysely';
import type { AccountScope } from '../platform/context.ts';
import type { Tx } from '../platform/db/client.ts';

export async function hasTicket(tx: Tx, scope: AccountScope, eventId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('tickets')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the user has confirmed the email address, read anew: the session may be older than the click. */
export async function hasConfirmedEmail(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('email_confirmed_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.email_confirmed_at != null;
}

/** The first publication is remembered. */
export async function updateStatus(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
  status: EventStatus,
): Promise<void> {
  await tx
    .updateTable('events')
    .set({
      status,
      updated_at: sql<Date>`app.now()`,
      ...(status === 'public' && { published_at: sql<Date>`coalesce(published_at, app.now())` }),
    })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', eventId)
    .execute();
}
