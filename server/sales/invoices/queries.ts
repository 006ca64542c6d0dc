import type { InvoiceContent } from '@entrada/documents/types';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { Order } from '../orders/core/types.ts';
import { documentNumber } from './core/content.ts';
import type { BilledLine } from './core/credit.ts';

export type NewInvoice = {
  order: Pick<Order, 'id' | 'accountId' | 'locale' | 'currency'>;
  prefix: string;
  content: InvoiceContent;
  lines: BilledLine[];
};

/** An invoice or a credit note that was issued. */
export type Issued = { id: number; number: string; issuedAt: Date };

/**
 * Issues the invoices of some orders in one statement. The rows of their series stay locked until the transaction ends,
 * so that numbers have no gaps. Locks them in the order of their keys, after orders and before counters.
 */
export async function insertInvoices(tx: Tx, invoices: readonly NewInvoice[]): Promise<Issued[]> {
  if (invoices.length === 0) return [];
  const of = <T>(pick: (one: NewInvoice) => T) => invoices.map(pick);
  const { rows } = await sql<{ id: number; prefix: string; number: number; issued_at: Date }>`
    with wanted as materialized (
      select *, row_number() over (partition by account_id, prefix order by order_id) as nth,
        count(*) over (partition by account_id, prefix) as n
      from unnest(${of(({ order }) => order.id)}::bigint[], ${of(({ order }) => order.accountId)}::bigint[],
        ${of((one) => one.prefix)}::text[], ${of(({ order }) => order.locale)}::text[],
        ${of(({ content }) => content.totalMinor)}::bigint[], ${of(({ order }) => order.currency)}::text[],
        ${of((one) => JSON.stringify(one.content))}::text[], ${of((one) => JSON.stringify(one.lines))}::text[])
        w(order_id, account_id, prefix, locale, total, currency, content, billed)),
    series as (
      insert into app.invoice_series (account_id, prefix, last_number)
      select distinct account_id, prefix, n from wanted order by account_id, prefix
      on conflict (account_id, prefix) do update set last_number = app.invoice_series.last_number + excluded.last_number
      returning account_id, prefix, last_number)
    insert into app.invoices (account_id, order_id, prefix, number, locale, total, currency, content, billed)
    select w.account_id, w.order_id, w.prefix, s.last_number - w.n + w.nth, w.locale, w.total, w.currency, w.content::jsonb,
      w.billed::jsonb
    from wanted w join series s on s.account_id = w.account_id and s.prefix = w.prefix
    returning id, prefix, number, issued_at`.execute(tx);
  return rows.map(({ id, prefix, number, issued_at: issuedAt }) => ({
    id,
    number: documentNumber(prefix, number),
    issuedAt,
  }));
}

/**
 * Locks the series of numbers of an account by their prefixes, in the order of their keys. Call it before you lock
 * counters, if the counters decide whether a document is issued, and before you issue documents of two series.
 */
export async function lockSeries(tx: Tx, accountId: number, prefixes: readonly string[]): Promise<void> {
  await sql`
    insert into app.invoice_series (account_id, prefix, last_number)
    select ${accountId}, prefix, 0 from unnest(${[...new Set(prefixes)]}::text[]) prefix order by prefix
    on conflict do nothing`.execute(tx);
  await tx
    .selectFrom('invoice_series')
    .select('last_number')
    .where('account_id', '=', accountId)
    .where('prefix', 'in', prefixes)
    .orderBy('prefix')
    .forUpdate()
    .execute();
}

/** An invoice as it was issued. Minor units. */
export type Invoice = {
  id: number;
  number: string;
  locale: string;
  issuedAt: Date;
  total: number;
  content: InvoiceContent;
  /** Null if an older version issued it: it bills the order's lines. */
  lines: BilledLine[] | null;
};

/** The invoices of an order, oldest first. */
export async function listInvoices(tx: Tx | Db, scope: AccountScope, orderId: number): Promise<Invoice[]> {
  const rows = await tx
    .selectFrom('invoices')
    .select(['id', 'prefix', 'number', 'locale', 'issued_at', 'total', 'content', 'billed'])
    .where('account_id', '=', scope.accountId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    number: documentNumber(row.prefix, row.number),
    locale: row.locale,
    issuedAt: row.issued_at,
    total: row.total,
    content: row.content as InvoiceContent,
    lines: row.billed as BilledLine[] | null,
  }));
}

/** What the buyer still has to pay for the moves of attendees who have or had one of these lines. Minor units. */
export async function findOpenOfItems(
  tx: Tx | Db,
  scope: AccountScope,
  orderId: number,
  itemIds: readonly number[],
): Promise<number> {
  const { open } = await tx
    .selectFrom('ticket_moves')
    .select(sql<number>`coalesce(sum(total), 0)::bigint`.as('open'))
    .where('account_id', '=', scope.accountId)
    .where('order_id', '=', orderId)
    .where('settlement', '=', 'owed')
    .where('settled_at', 'is', null)
    .where('waived_at', 'is', null)
    .where(
      sql<boolean>`attendee_id in (
        select m.attendee_id from app.ticket_moves m where m.to_item_id = any(${[...itemIds]}::bigint[]))`,
    )
    .executeTakeFirstOrThrow();
  return open;
}

/** Writes down which lines an invoice bills that an older version issued. What it says does not change. */
export async function noteBilledLines(
  tx: Tx,
  scope: AccountScope,
  invoiceId: number,
  lines: readonly BilledLine[],
): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({ billed: JSON.stringify(lines) })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', invoiceId)
    .where('billed', 'is', null)
    .execute();
}
