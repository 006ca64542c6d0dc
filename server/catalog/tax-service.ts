import type { ListMeta, ListQuery } from '@entrada/contract/list';
import type {
  AccountCharge,
  createTaxOrFee as createEndpoint,
  updateTaxOrFee as updateEndpoint,
} from '@entrada/contract/taxes-and-fees';
import type { z } from 'zod';
import { audit, changes } from '../platform/audit.ts';
import { type Ctx, scopeOf } from '../platform/context.ts';
import { type Db, inTransaction, type Tx, violates } from '../platform/db/client.ts';
import { fail } from '../platform/errors.ts';
import { inOrderOf } from '../platform/list.ts';
import {
  deleteChargeRows,
  findChargePage,
  findCharges,
  insertCharge,
  lockCharge,
  lockEventsOfCharge,
  updateChargeRow,
} from './tax-queries.ts';

type ChargeInput = z.output<(typeof createEndpoint)['body']>;
type UpdateInput = z.output<(typeof updateEndpoint)['body']>;

/** A page of the account's taxes and fees, each with how many tickets carry it. */
export async function listTaxesAndFees(
  ctx: Ctx,
  query: ListQuery,
): Promise<{ data: AccountCharge[]; meta: ListMeta }> {
  const scope = scopeOf(ctx.actor);
  const { ids, meta } = await findChargePage(ctx.db, scope, query);
  return { data: inOrderOf(ids, await findCharges(ctx.db, scope, ids)), meta };
}

/** One tax or fee; rate in percent as an exact decimal, amount in minor units of its currency. NOT_FOUND. */
export async function getTaxOrFee(ctx: Ctx, id: number, tx: Tx | Db = ctx.db): Promise<AccountCharge> {
  const [charge] = await findCharges(tx, scopeOf(ctx.actor), [id]);
  if (!charge) throw fail('NOT_FOUND');
  return charge;
}

const columns = ({ isDefault, ...input }: ChargeInput) => ({ ...input, is_default: isDefault });

/** Adds a tax or fee, attached to nothing yet, and records it. */
export function createTaxOrFee(ctx: Ctx, input: ChargeInput): Promise<AccountCharge> {
  const scope = scopeOf(ctx.actor);
  return inTransaction(ctx.db, async (tx) => {
    const id = await insertCharge(tx, scope, columns(input));
    const charge = await getTaxOrFee(ctx, id, tx);
    const target = { type: 'tax_or_fee', id };
    await audit(tx, ctx, scope, { action: 'tax_or_fee.created', target, after: auditable(charge) });
    return charge;
  });
}

/**
 * Changes a tax or fee and records it. Every ticket that carries it costs accordingly from now on, open holds and orders
 * stay as they were made. NOT_FOUND, STALE_VERSION with params.version. Locks the events of these tickets in id order,
 * then the row.
 */
export function updateTaxOrFee(
  ctx: Ctx,
  id: number,
  { version, ...input }: UpdateInput,
): Promise<AccountCharge> {
  const scope = scopeOf(ctx.actor);
  return inTransaction(ctx.db, async (tx) => {
    await lockEventsOfCharge(tx, scope, id);
    if (!(await lockCharge(tx, scope, id))) throw fail('NOT_FOUND');
    const before = await getTaxOrFee(ctx, id, tx);
    if (before.version !== version) throw fail('STALE_VERSION', { params: { version: before.version } });
    await updateChargeRow(tx, scope, id, columns(input));
    const after = await getTaxOrFee(ctx, id, tx);
    const changed = changes(auditable(before), auditable(after));
    const target = { type: 'tax_or_fee', id };
    if (changed) await audit(tx, ctx, scope, { action: 'tax_or_fee.updated', target, ...changed });
    return after;
  });
}

/** A ticket that takes it on at that moment holds its row: the next try takes it off that one too. */
const TRIES = 5;

/**
 * Deletes a tax or fee, takes it off every ticket, and records it. Orders keep what they were made with. NOT_FOUND.
 * Locks the events of these tickets in id order.
 */
export async function deleteTaxOrFee(ctx: Ctx, id: number): Promise<void> {
  const scope = scopeOf(ctx.actor);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(ctx.db, async (tx) => {
        await lockEventsOfCharge(tx, scope, id);
        const before = await getTaxOrFee(ctx, id, tx);
        await deleteChargeRows(tx, scope, id);
        const target = { type: 'tax_or_fee', id };
        await audit(tx, ctx, scope, { action: 'tax_or_fee.deleted', target, before: auditable(before) });
      });
    } catch (error) {
      const isTakenOn = violates(error, 'ticket_taxes_and_fees_account_id_tax_or_fee_id_fkey');
      if (!isTakenOn || attempt === TRIES) throw error;
    }
  }
}

function auditable({ id: _i, version: _v, tickets: _t, ...fields }: AccountCharge) {
  return fields;
}
