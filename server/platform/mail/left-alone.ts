import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../context.ts';

/** So many mails of an account came back from an address before it is left alone. */
const MOST_BOUNCES = 2;

/**
 * Whether mails of an account came back from an address twice, and nobody wrote to it all the same since. Messages, reminders
 * and mails of actions on many rows leave it out (docs/decisions/075).
 */
export const isLeftAlone = ({ accountId }: AccountScope, address: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`((select count(*) from app.mail_bounces b where b.account_id = ${accountId}
    and b.address = lower(${address}) and b.lifted_at is null) >= ${sql.lit(MOST_BOUNCES)})`;

/** Those of some addresses that are left alone, in small letters. */
export async function findLeftAlone(
  tx: Tx | Db,
  { accountId }: AccountScope,
  addresses: readonly string[],
): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const { rows } = await sql<{ address: string }>`
    select b.address from app.mail_bounces b
    where b.account_id = ${accountId} and b.lifted_at is null
      and b.address = any(${addresses.map((address) => address.toLowerCase())}::text[])
    group by b.address having count(*) >= ${MOST_BOUNCES}`.execute(tx);
  return new Set(rows.map((row) => row.address));
}

/** Somebody writes to an address all the same: what came back from it before counts no more. */
export async function liftBounces(tx: Tx, { accountId }: AccountScope, address: string): Promise<void> {
  await sql`update app.mail_bounces set lifted_at = app.now()
    where account_id = ${accountId} and address = lower(${address}) and lifted_at is null`.execute(tx);
}
