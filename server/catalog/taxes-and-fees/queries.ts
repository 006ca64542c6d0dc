import type { AccountTaxOrFee } from '@entrada/contract/catalog/taxes-and-fees';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { isAmong } from '../../db/fragments.ts';
import type { AccountScope } from '../../platform/context.ts';
import { columnFilter, type ListSource } from '../../platform/lists/page.ts';
import { findChosen, type ListSelection } from '../../platform/lists/selection.ts';
import { inserterOf, removerOf, updaterOf } from '../../platform/rows.ts';

/** The taxes and fees of an account as a list. */
export const taxOrFeeSource = (scope: AccountScope): ListSource => ({
  from: sql`app.taxes_and_fees f`,
  where: [sql`f.account_id = ${scope.accountId}`],
  id: sql`f.id`,
  sorts: { name: sql`app.fold(f.name)`, created_at: sql`f.created_at` },
  filters: {
    type: columnFilter(sql`f.type`, 'text'),
    is_default: columnFilter(sql`f.is_default`, 'boolean'),
  },
  search: sql`f.search`,
});

/** The ids of the account's taxes and fees that were chosen. */
export const findChosenTaxesAndFees = (
  tx: Tx,
  scope: AccountScope,
  selection: ListSelection,
): Promise<number[]> => findChosen(tx, taxOrFeeSource(scope), selection);

/** Taxes and fees of an account, each with how many tickets carry it. */
export async function findTaxesAndFees(
  tx: Tx | Db,
  scope: AccountScope,
  ids: readonly number[],
): Promise<AccountTaxOrFee[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('taxes_and_fees as f')
    .select(['f.id', 'f.version', 'f.name', 'f.type', 'f.calculation', 'f.rate', 'f.amount', 'f.currency'])
    .select(['f.included', 'f.is_default'])
    .select(
      sql<number>`(select count(*) from app.ticket_taxes_and_fees l where l.tax_or_fee_id = f.id)`.as(
        'tickets',
      ),
    )
    .where('f.account_id', '=', scope.accountId)
    .where('f.id', 'in', [...ids])
    .execute();
  return rows.map(({ type, calculation, is_default, ...row }) => ({
    ...row,
    type: type as AccountTaxOrFee['type'],
    calculation: calculation as AccountTaxOrFee['calculation'],
    isDefault: is_default,
  }));
}

/** The currency that the account reckons in, and whether its new taxes are included in prices (null: by custom). */
export const findAccountCustom = (tx: Tx, scope: AccountScope) =>
  tx
    .selectFrom('accounts')
    .select(['currency', 'taxes_included as taxesIncluded'])
    .where('id', '=', scope.accountId)
    .executeTakeFirstOrThrow();

/** Adds a tax or fee that no ticket carries yet; answers its id. */
export const insertTaxOrFee = inserterOf('taxes_and_fees');

/** Writes to some taxes and fees and raises the version of each. The caller holds their locks. */
export const updateTaxOrFeeRows = updaterOf('taxes_and_fees');

/**
 * Locks the events whose tickets carry any of them, in the order of their ids: a change raises the version of each.
 * Answers the currencies that they sell in.
 */
export async function lockEventsOfTaxesAndFees(
  tx: Tx,
  scope: AccountScope,
  ids: readonly number[],
): Promise<string[]> {
  const rows = await tx
    .selectFrom('events')
    .select('currency')
    .where('account_id', '=', scope.accountId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('ticket_taxes_and_fees as l')
        .innerJoin('tickets as t', 't.id', 'l.ticket_id')
        .select('t.event_id')
        .where(isAmong('l.tax_or_fee_id', ids)),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return [...new Set(rows.map((row) => row.currency))];
}

/** Locks taxes and fees in the order of their ids; answers which of them the account has. */
export async function lockTaxesAndFees(
  tx: Tx,
  scope: AccountScope,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await tx
    .selectFrom('taxes_and_fees')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where(isAmong('id', ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map((row) => row.id);
}

const removeRows = removerOf('taxes_and_fees');

/** Takes them off every ticket and removes them. The caller holds the locks of the events. */
export async function deleteTaxOrFeeRows(tx: Tx, scope: AccountScope, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('ticket_taxes_and_fees')
    .where('account_id', '=', scope.accountId)
    .where(isAmong('tax_or_fee_id', ids))
    .execute();
  await removeRows(tx, scope, ids);
}

/** Attaches the account's defaults that this event can carry: percentages, and amounts of its currency. */
export async function attachDefaultTaxesAndFees(
  tx: Tx,
  scope: AccountScope,
  ticketId: number,
  eventCurrency: string,
): Promise<void> {
  await tx
    .insertInto('ticket_taxes_and_fees')
    .columns(['account_id', 'ticket_id', 'tax_or_fee_id'])
    .expression((eb) =>
      eb
        .selectFrom('taxes_and_fees')
        .select(['account_id', eb.val(ticketId).as('ticket_id'), 'id'])
        .where('account_id', '=', scope.accountId)
        .where('is_default', '=', true)
        .where((where) => where.or([where('currency', 'is', null), where('currency', '=', eventCurrency)])),
    )
    .execute();
}

/** Makes these the ticket's taxes and fees. The caller holds the event's lock. */
export async function replaceTaxesAndFees(
  tx: Tx,
  scope: AccountScope,
  ticketId: number,
  ids: readonly number[],
): Promise<void> {
  const given = [...ids];
  await tx
    .deleteFrom('ticket_taxes_and_fees')
    .where('account_id', '=', scope.accountId)
    .where('ticket_id', '=', ticketId)
    .$if(given.length > 0, (query) => query.where('tax_or_fee_id', 'not in', given))
    .execute();
  if (given.length === 0) return;
  await tx
    .insertInto('ticket_taxes_and_fees')
    .values(given.map((id) => ({ account_id: scope.accountId, ticket_id: ticketId, tax_or_fee_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
