import {
  type AccountTaxOrFee,
  type changeTaxesAndFees as changeEndpoint,
  type createTaxOrFee as createEndpoint,
  type TaxOrFeeAction,
  taxesAreIncluded,
  taxOrFeeListRules,
  type updateTaxOrFee as updateEndpoint,
} from '@entrada/contract/catalog/taxes-and-fees';
import type { ChosenRowsReply, ListMeta, ListQuery } from '@entrada/contract/list';
import type { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { audit, auditDeleted, auditEach, saveChange } from '../../platform/audit.ts';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { expectVersion, fail, failFields } from '../../platform/errors.ts';
import { inOrderOf, readPage } from '../../platform/lists/page.ts';
import { selectionOf } from '../../platform/lists/selection.ts';
import * as queries from './queries.ts';

type CreateInput = z.output<(typeof createEndpoint)['body']>;
type UpdateInput = z.output<(typeof updateEndpoint)['body']>;
type ChangeInput = z.output<(typeof changeEndpoint)['body']> & { query: ListQuery };

/** A page of the account's taxes and fees, each with how many tickets carry it. */
export async function listTaxesAndFees(
  ctx: Ctx,
  query: ListQuery,
): Promise<{ data: AccountTaxOrFee[]; meta: ListMeta }> {
  const scope = scopeOf(ctx.actor);
  const list = { rules: taxOrFeeListRules, source: queries.taxOrFeeSource(scope), query };
  return readPage(ctx.db, list, (ids) => queries.findTaxesAndFees(ctx.db, scope, ids));
}

/** One tax or fee; rate in percent as an exact decimal, amount in minor units of its currency. NOT_FOUND. */
export async function getTaxOrFee(ctx: Ctx, id: number, tx: Tx | Db = ctx.db): Promise<AccountTaxOrFee> {
  const [taxOrFee] = await queries.findTaxesAndFees(tx, scopeOf(ctx.actor), [id]);
  if (!taxOrFee) throw fail('NOT_FOUND');
  return taxOrFee;
}

const columns = ({ isDefault, ...input }: Omit<UpdateInput, 'version'>) => ({
  ...input,
  is_default: isDefault,
});

/**
 * Adds a tax or fee, attached to nothing yet, and records it. What the input leaves open follows the account's
 * default, or else the custom of its currency, for a percentage that of the account's.
 */
export function createTaxOrFee(ctx: Ctx, input: CreateInput): Promise<AccountTaxOrFee> {
  const scope = scopeOf(ctx.actor);
  return inTransaction(ctx.db, async (tx) => {
    const account = await queries.findAccountCustom(tx, scope);
    const isCustom =
      input.type === 'tax' && (account.taxesIncluded ?? taxesAreIncluded(input.currency ?? account.currency));
    const { included = isCustom, isDefault = isCustom } = input;
    const id = await queries.insertTaxOrFee(tx, scope, columns({ ...input, included, isDefault }));
    const taxOrFee = await getTaxOrFee(ctx, id, tx);
    const target = { type: 'tax_or_fee', id };
    await audit(tx, ctx, scope, { action: 'tax_or_fee.created', target, after: auditable(taxOrFee) });
    return taxOrFee;
  });
}

/**
 * Changes a tax or fee and records it. Every ticket that carries it costs accordingly from now on, open holds and orders
 * stay as they were made. NOT_FOUND, STALE_VERSION with params.version, VALIDATION_FAILED for an amount of a currency that
 * one of these tickets is not sold in. Locks the events of these tickets in id order, then the row.
 */
export function updateTaxOrFee(
  ctx: Ctx,
  id: number,
  { version, ...input }: UpdateInput,
): Promise<AccountTaxOrFee> {
  const scope = scopeOf(ctx.actor);
  const change = { action: 'tax_or_fee.updated', target: { type: 'tax_or_fee', id }, auditable };
  return saveChange(ctx, scope, change, async (tx) => {
    const soldIn = await queries.lockEventsOfTaxesAndFees(tx, scope, [id]);
    if ((await queries.lockTaxesAndFees(tx, scope, [id])).length === 0) throw fail('NOT_FOUND');
    const before = await getTaxOrFee(ctx, id, tx);
    expectVersion(version, before.version);
    const isMoved = input.currency !== null && input.currency !== before.currency;
    if (isMoved && soldIn.some((currency) => currency !== input.currency)) {
      throw failFields([{ path: 'currency', code: 'invalid_choice' }]);
    }
    await queries.updateTaxOrFeeRows(tx, scope, [id], columns(input));
    return { before, after: await getTaxOrFee(ctx, id, tx) };
  });
}

/** A ticket may get the tax or fee at this moment and block its deletion. The next try takes it off that ticket too. */
const TRIES = 5;

/** Repeats a deletion that failed because a ticket got the tax or fee meanwhile. */
async function whileTakenOn<T>(remove: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await remove();
    } catch (error) {
      const isTakenOn = violates(error, 'ticket_taxes_and_fees_account_id_tax_or_fee_id_fkey');
      if (!isTakenOn || attempt === TRIES) throw error;
    }
  }
}

async function removeTaxesAndFees(tx: Tx, ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const scope = scopeOf(ctx.actor);
  await queries.lockEventsOfTaxesAndFees(tx, scope, ids);
  const found = await queries.lockTaxesAndFees(tx, scope, ids);
  const taxesAndFees = inOrderOf(found, await queries.findTaxesAndFees(tx, scope, found));
  await queries.deleteTaxOrFeeRows(tx, scope, found);
  await auditDeleted(tx, ctx, scope, {
    action: 'tax_or_fee.deleted',
    type: 'tax_or_fee',
    rows: taxesAndFees,
    held: auditable,
  });
  return found;
}

/**
 * Deletes a tax or fee, takes it off every ticket, and records it. Existing orders do not change. NOT_FOUND. Locks the
 * events of these tickets in id order, then the row.
 */
export const deleteTaxOrFee = (ctx: Ctx, id: number): Promise<void> =>
  whileTakenOn(() =>
    inTransaction(ctx.db, async (tx) => {
      if ((await removeTaxesAndFees(tx, ctx, [id])).length === 0) throw fail('NOT_FOUND');
    }),
  );

/**
 * Makes many taxes and fees defaults of new tickets, or not, or deletes them as the single deletion does. The rows are
 * the named ones, or all that the query finds except some. Records each and answers the changed ids. Skips those that
 * already have the state and those of other accounts; none is ever refused. Locks the events of their tickets in id
 * order, then the rows.
 */
export const changeTaxesAndFees = (ctx: Ctx, { action, ...named }: ChangeInput): Promise<ChosenRowsReply> =>
  whileTakenOn(() =>
    inTransaction(ctx.db, async (tx) => {
      const chosen = await queries.findChosenTaxesAndFees(tx, scopeOf(ctx.actor), selectionOf(named));
      const change = action === 'delete' ? removeTaxesAndFees : switchDefaults(action);
      return { changed: await change(tx, ctx, chosen), kept: [] };
    }),
  );

const switchDefaults =
  (action: Exclude<TaxOrFeeAction, 'delete'>) =>
  async (tx: Tx, ctx: Ctx, ids: readonly number[]): Promise<number[]> => {
    const scope = scopeOf(ctx.actor);
    const isDefault = action === 'add_to_new_tickets';
    await queries.lockEventsOfTaxesAndFees(tx, scope, ids);
    const found = await queries.lockTaxesAndFees(tx, scope, ids);
    const taxesAndFees = inOrderOf(found, await queries.findTaxesAndFees(tx, scope, found));
    const changed = taxesAndFees.filter((taxOrFee) => taxOrFee.isDefault !== isDefault).map(({ id }) => id);
    await queries.updateTaxOrFeeRows(tx, scope, changed, { is_default: isDefault });
    await auditEach(tx, ctx, scope, {
      action: 'tax_or_fee.updated',
      type: 'tax_or_fee',
      ids: changed,
      before: { isDefault: !isDefault },
      after: { isDefault },
    });
    return changed;
  };

function auditable({ id: _i, version: _v, tickets: _t, ...fields }: AccountTaxOrFee) {
  return fields;
}
