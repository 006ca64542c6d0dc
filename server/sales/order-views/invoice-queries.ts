import type { InvoiceContent } from '@entrada/documents/types';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { Order } from '../orders/core/types.ts';
import { invoiceNumber } from './core/invoices.ts';

type NewInvoice = {
  order: Pick<Order, 'id' | 'accountId' | 'locale' | 'total' | 'currency'>;
  prefix: string;
  content: InvoiceContent;
};

/**
 * Issues the invoices of some orders in one statement. The rows of their series stay locked until the transaction ends,
 * so that numbers have no gaps. Locks them in the order of their keys, after orders and before counters.
 */
export async function insertInvoices(tx: Tx, invoices: readonly NewInvoice[]): Promise<void> {
  if (invoices.length === 0) return;
  const of = <T>(pick: (one: NewInvoice) => T) => invoices.map(pick);
  await sql`
    with wanted as materialized (
      select *, row_number() over (partition by account_id, prefix order by order_id) as nth,
        count(*) over (partition by account_id, prefix) as n
      from unnest(${of(({ order }) => order.id)}::bigint[], ${of(({ order }) => order.accountId)}::bigint[],
        ${of((one) => one.prefix)}::text[], ${of(({ order }) => order.locale)}::text[],
        ${of(({ order }) => order.total)}::bigint[], ${of(({ order }) => order.currency)}::text[],
        ${of((one) => JSON.stringify(one.content))}::text[])
        w(order_id, account_id, prefix, locale, total, currency, content)),
    series as (
      insert into app.invoice_series (account_id, prefix, last_number)
      select distinct account_id, prefix, n from wanted order by account_id, prefix
      on conflict (account_id, prefix) do update set last_number = app.invoice_series.last_number + excluded.last_number
      returning account_id, prefix, last_number)
    insert into app.invoices (account_id, order_id, prefix, number, locale, total, currency, content)
    select w.account_id, w.order_id, w.prefix, s.last_number - w.n + w.nth, w.locale, w.total, w.currency, w.content::jsonb
    from wanted w join series s on s.account_id = w.account_id and s.prefix = w.prefix`.execute(tx);
}

/**
 * Locks the invoice series of an account and prefix. Call it before you lock counters, if the counters decide whether
 * an invoice is issued.
 */
export async function lockSeries(tx: Tx, accountId: number, prefix: string): Promise<void> {
  await tx
    .insertInto('invoice_series')
    .values({ account_id: accountId, prefix, last_number: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .selectFrom('invoice_series')
    .select('last_number')
    .where('account_id', '=', accountId)
    .where('prefix', '=', prefix)
    .forUpdate()
    .execute();
}

export type Invoice = {
  number: string;
  locale: string;
  issuedAt: Date;
  content: InvoiceContent;
};

/** The invoice of an order; null if it has none. */
export async function findInvoice(
  tx: Tx | Db,
  scope: AccountScope,
  orderId: number,
): Promise<Invoice | null> {
  const row = await tx
    .selectFrom('invoices')
    .select(['prefix', 'number', 'locale', 'issued_at', 'content'])
    .where('account_id', '=', scope.accountId)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row
    ? {
        number: invoiceNumber(row.prefix, row.number),
        locale: row.locale,
        issuedAt: row.issued_at,
        content: row.content as InvoiceContent,
      }
    : null;
}
