import type { Tx } from '../../db/client.ts';
import type { Witness } from '../../platform/audit.ts';
import { type AccountScope, scopeOfRow } from '../../platform/context.ts';
import { placesOf } from '../orders/core/lines.ts';
import type { Order, OrderItem } from '../orders/core/types.ts';
import { CHANGE, invoiceItems } from './anew.ts';
import type { Issuer } from './core/content.ts';
import { creditTotal } from './core/credit.ts';
import { restOf } from './core/rest.ts';
import { findCreditPrefix } from './credit-queries.ts';
import { credit, leftTotal, openInvoices } from './open.ts';
import { findOpenOfItems, lockSeries } from './queries.ts';

/** The documents that address an order anew, by their ids. */
export type NewAddress = { creditNoteIds: number[]; invoiceIds: number[] };

/**
 * Addresses what an order's invoices still bill to whom `order` names now: each of them is credited as far as it still bills
 * anything, and invoiced anew with the issuer's present details. An invoice never changes, so nothing else is possible.
 * What is billed and credited in all stays the same. Writes each document into the order's history. Answers empty lists if
 * nothing is billed. The order's row must be locked; locks the series of both numbers, so call it before you lock counters.
 * Minor units.
 */
export async function readdress(tx: Tx, witness: Witness, order: Order, issuer: Issuer): Promise<NewAddress> {
  const scope = scopeOfRow(order);
  const creditPrefix = await findCreditPrefix(tx, scope, order.eventId);
  await lockSeries(tx, order.accountId, [creditPrefix, issuer.prefix]);
  const billing = (await openInvoices(tx, scope, order)).filter((one) => leftTotal(one) > 0).toReversed();
  const done: NewAddress = { creditNoteIds: [], invoiceIds: [] };
  for (const invoice of billing) {
    const rest = restOf(invoice.lines, invoice.notes);
    const items = rest.map(({ line }) => ({ ...itemOf(order, line.itemId), quantity: line.quantity }));
    const note = await credit(tx, witness, order, invoice, { amount: leftTotal(invoice), ...CHANGE });
    done.creditNoteIds.push(note.id);
    const open = invoice.content.openMinor ? await openOf(tx, scope, order, items) : 0;
    const anew = await invoiceItems(tx, witness, order, issuer, { items, open });
    if (!anew) continue;
    done.invoiceIds.push(anew.id);
    const gone = rest.map((one) => one.gone);
    if (creditTotal(anew.lines, gone) > 0) {
      const half = await credit(tx, witness, order, anew, { parts: gone, ...CHANGE });
      done.creditNoteIds.push(half.id);
    }
  }
  return done;
}

function itemOf(order: Order, itemId: number): OrderItem {
  const item = placesOf(order).find(({ id }) => id === itemId);
  if (!item) throw new Error(`Order ${order.id} has lost line ${itemId}`);
  return item;
}

const openOf = (tx: Tx, scope: AccountScope, { id }: Order, items: readonly OrderItem[]): Promise<number> =>
  findOpenOfItems(
    tx,
    scope,
    id,
    items.map((item) => item.id),
  );
