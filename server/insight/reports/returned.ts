import type { Ctx } from '../../platform/context.ts';
import { givenBy, isOfSale, isSoldLine } from '../../sales/order-views/exports/given-back.ts';
import { findExportedRefunds, findLines } from '../../sales/order-views/exports/queries.ts';
import { type LinePart, tellGiven, tellMoved, tellUnits } from './core/returned.ts';
import type { Span } from './core/types.ts';
import { findLostDisputes, findPartReturns, findWholeReturns, type PartRow } from './returned-queries.ts';

/** What went back of one line on one day. */
export type Returned = LinePart & { currency: string; eventId: number; day: string };

/** Orders that are read at once. */
const AT_ONCE = 1_000;

/**
 * What refunds and lost disputes of a span gave back of each line, in minor units. The same that credit notes and the file of
 * refunds say. Of an order, refunds come before disputes. Orders that were given back at once and as a whole are added
 * up by the database, all others are read.
 */
export async function findReturned(ctx: Ctx, span: Span): Promise<Returned[]> {
  const [whole, parts] = await Promise.all([findWholeReturns(ctx.db, span), findPartReturns(ctx.db, span)]);
  const returned: Returned[] = whole.map(({ currency, eventId, day, priceId, ...line }) => ({
    ...tellUnits(priceId, line),
    ...{ currency, eventId, day },
  }));
  const orders = [...Map.groupBy(parts, ({ orderId }) => orderId)];
  for (let from = 0; from < orders.length; from += AT_ONCE)
    returned.push(...(await readOrders(ctx, span, new Map(orders.slice(from, from + AT_ONCE)))));
  return returned;
}

async function readOrders(
  { db }: Ctx,
  span: Span,
  asked: ReadonlyMap<number, PartRow[]>,
): Promise<Returned[]> {
  const ids = [...asked.keys()];
  const [foundRefunds, foundLines, foundDisputes] = await Promise.all([
    findExportedRefunds(db, span.scope, ids),
    findLines(db, span.scope, ids),
    findLostDisputes(db, span, ids),
  ]);
  const refunds = Map.groupBy(foundRefunds.filter(isOfSale), ({ orderId }) => orderId);
  const lines = Map.groupBy(foundLines, ({ orderId }) => orderId);
  const disputes = Map.groupBy(foundDisputes, ({ orderId }) => orderId);
  return ids.flatMap((orderId) => {
    const ofOrder = lines.get(orderId) ?? [];
    const prices = new Map(ofOrder.map(({ id, priceId }) => [id, priceId]));
    const ofRefunds = refunds.get(orderId) ?? [];
    const ofDisputes = (disputes.get(orderId) ?? []).map((one) => ({
      ...one,
      ...{ itemIds: [], lineIds: [], credited: [] },
    }));
    const given = givenBy([...ofRefunds, ...ofDisputes], ofOrder.filter(isSoldLine));
    return (asked.get(orderId) ?? []).flatMap(
      ({ kind, id, amount, movedPriceId, currency, eventId, day }) => {
        const at =
          kind === 'refund'
            ? ofRefunds.findIndex((one) => one.id === id)
            : ofRefunds.length + ofDisputes.findIndex((one) => one.id === id);
        const moved = kind === 'refund' ? ofRefunds[at]?.movedCharges : null;
        const told =
          movedPriceId !== null && moved
            ? [tellMoved(movedPriceId, amount, moved)]
            : tellGiven(given[at] ?? [], { amount, priceOf: (item) => prices.get(item) ?? null });
        return told.map((part) => ({ ...part, currency, eventId, day }));
      },
    );
  });
}
