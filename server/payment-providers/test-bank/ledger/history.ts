import type { Pool } from 'pg';
import { newId } from './store.ts';
import { TEST_CARDS } from './test-cards.ts';

/** A payment of the past. `amount`: minor units. */
export type PastPayment = {
  orderShortId: string;
  description: string;
  amount: number;
  currency: string;
  at: Date;
};

/**
 * Enters payments that were made before anybody asked the bank, such as those of demo orders. They count as paid with the
 * usual card and can be looked up, refunded and disputed like any other. No webhook follows. Answers the bank's ids
 * in the order given.
 */
export async function enterPastPayments(pool: Pool, payments: readonly PastPayment[]): Promise<string[]> {
  const ids = payments.map(() => newId('tb_pay'));
  const { brand, number, behaviour } = TEST_CARDS[0] as (typeof TEST_CARDS)[number];
  await pool.query(
    `insert into test_bank.payments (id, order_short_id, description, return_url, amount, currency, status, attempts,
       card, created_at, updated_at)
     select id, short_id, description, '', amount, currency, 'succeeded', 1, $6, at, at
       from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $7::timestamptz[])
         as given(id, short_id, description, amount, currency, at)`,
    [
      ids,
      payments.map((one) => one.orderShortId),
      payments.map((one) => one.description),
      payments.map((one) => one.amount),
      payments.map((one) => one.currency),
      JSON.stringify({ brand, last4: number.slice(-4), behaviour }),
      payments.map((one) => one.at),
    ],
  );
  return ids;
}
