import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { Capabilities, Connection } from './core/connection.ts';

type Row = {
  account_id: number;
  provider_account: string | null;
  idempotency_key: string;
  email: string;
  charges_enabled: boolean;
  payouts_enabled: boolean;
  details_submitted: boolean;
};

const toConnection = (row: Row | undefined): Connection | null =>
  row
    ? {
        accountId: row.account_id,
        account: row.provider_account,
        idempotencyKey: row.idempotency_key,
        email: row.email,
        chargesEnabled: row.charges_enabled,
        payoutsEnabled: row.payouts_enabled,
        detailsSubmitted: row.details_submitted,
      }
    : null;

const select = (tx: Tx | Db) => tx.selectFrom('payment_connections').selectAll();

export const findConnection = async (tx: Tx | Db, scope: AccountScope) =>
  toConnection(await select(tx).where('account_id', '=', scope.accountId).executeTakeFirst());

/** Like `findConnection`, with the row locked until the transaction ends. */
export const lockConnection = async (tx: Tx, scope: AccountScope) =>
  toConnection(
    await select(tx).where('account_id', '=', scope.accountId).forNoKeyUpdate().executeTakeFirst(),
  );

/** Finds a connection by the provider's account id. Needs no account scope, because only the provider sends that id. */
export const findConnectionByAccount = async (tx: Tx | Db, account: string) =>
  toConnection(await select(tx).where('provider_account', '=', account).executeTakeFirst());

/** Writes that an account will be connected. A repetition changes nothing. Answers whether this was the first call. */
export async function insertConnection(
  tx: Tx,
  scope: AccountScope,
  connection: { provider: string; idempotencyKey: string; email: string },
): Promise<boolean> {
  const row = await tx
    .insertInto('payment_connections')
    .values({
      account_id: scope.accountId,
      provider: connection.provider,
      idempotency_key: connection.idempotencyKey,
      email: connection.email,
    })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets an account that can no longer be used. The next account is requested with another key. */
export async function forgetAccount(tx: Tx, scope: AccountScope, idempotencyKey: string): Promise<void> {
  await tx
    .updateTable('payment_connections')
    .set({
      idempotency_key: idempotencyKey,
      provider_account: null,
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
    })
    .where('account_id', '=', scope.accountId)
    .execute();
}

/** Writes the id of the opened account. The row must be locked. */
export async function setAccount(tx: Tx, scope: AccountScope, account: string): Promise<void> {
  await tx
    .updateTable('payment_connections')
    .set({ provider_account: account })
    .where('account_id', '=', scope.accountId)
    .execute();
}

/** Writes what the provider said about the account just now. The row must be locked. */
export async function setCapabilities(tx: Tx, scope: AccountScope, said: Capabilities): Promise<void> {
  await tx
    .updateTable('payment_connections')
    .set({
      charges_enabled: said.chargesEnabled,
      payouts_enabled: said.payoutsEnabled,
      details_submitted: said.detailsSubmitted,
      checked_at: sql<Date>`app.now()`,
    })
    .where('account_id', '=', scope.accountId)
    .execute();
}

/** The email address with which an account is opened at the provider. */
export const findUserEmail = (tx: Tx, userId: number) =>
  tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
