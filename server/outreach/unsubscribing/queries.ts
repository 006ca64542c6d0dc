import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

export type Subscriber = { accountId: number; organizer: string; address: string; isUnsubscribed: boolean };

/** The account and the address of a recipient, and whether news still go there. Undefined if there is no such recipient. */
export async function findSubscriber(tx: Tx | Db, recipientId: number): Promise<Subscriber | undefined> {
  const { rows } = await sql<Subscriber>`
    select r.account_id as "accountId", o.name as organizer, r.address,
      exists (select from app.unsubscribed u where u.account_id = r.account_id and u.address = lower(r.address)) as "isUnsubscribed"
    from app.message_recipients r join app.events e on e.id = r.event_id join app.organizers o on o.id = e.organizer_id
    where r.id = ${recipientId}`.execute(tx);
  return rows[0];
}

/** No more news to an address. Doing so again changes nothing. */
export async function insertUnsubscribed(
  tx: Tx | Db,
  { accountId }: AccountScope,
  address: string,
): Promise<void> {
  await sql`insert into app.unsubscribed (account_id, address) values (${accountId}, lower(${address})) on conflict do nothing`.execute(
    tx,
  );
}

/** News to an address again. */
export async function removeUnsubscribed(
  tx: Tx | Db,
  { accountId }: AccountScope,
  address: string,
): Promise<void> {
  await sql`delete from app.unsubscribed where account_id = ${accountId} and address = lower(${address})`.execute(
    tx,
  );
}
