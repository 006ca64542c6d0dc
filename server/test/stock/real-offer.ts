import { sql } from 'kysely';
import { buildCapacity, buildPromoCode, buildTaxOrFee, buildTicket } from '../../catalog/tickets/factory.ts';
import { type Db, inTransaction, type Tx } from '../../db/client.ts';
import { type Operation, pick, type Spec } from './operations.ts';
import { TAX } from './shop.ts';

/** Builds what an event sells in the database. `organize` does to it what an organizer does. */
export async function buildOffer(
  db: Db,
  spec: Spec,
  { accountId, eventId }: { accountId: number; eventId: number },
) {
  const counters = new Map<string, number>();
  const prices: { ticketId: number; priceId: number; counterId: number }[] = [];
  const ticketIds: number[] = [];
  for (const [at, ticket] of spec.tickets.entries()) {
    const own = spec.prices.flatMap((price, nth) => (price.ticket === at ? [{ ...price, nth }] : []));
    const built = await buildTicket(db, {
      accountId,
      eventId,
      type: ticket.type,
      name: `ticket ${at}`,
      position: at,
      minPerOrder: ticket.min,
      maxPerOrder: ticket.max,
      admits: ticket.admits,
      prices: own.map(({ amount, quantity }) => ({ amount, quantity })),
    });
    ticketIds.push(built.ticketId);
    for (const [nth, { priceId, counterId }] of built.prices.entries()) {
      const place = own[nth]?.nth ?? -1;
      prices[place] = { ticketId: built.ticketId, priceId, counterId };
      counters.set(`price ${place}`, counterId);
    }
  }
  const idsOf = (all: readonly number[]) => all.flatMap((at) => ticketIds[at] ?? []);
  const pools: { id: number; counterId: number }[] = [];
  for (const [at, pool] of spec.pools.entries()) {
    const { capacityId, counterId } = await buildCapacity(db, {
      accountId,
      eventId,
      name: `pool ${at}`,
      ticketIds: idsOf(pool.tickets),
      quantity: pool.quantity,
      active: pool.active,
    });
    pools.push({ id: capacityId, counterId });
    counters.set(`pool ${at}`, counterId);
  }
  const promos: { id: number; counterId: number; code: string }[] = [];
  for (const [at, promo] of spec.promos.entries()) {
    const { discount } = promo;
    const built = await buildPromoCode(db, {
      accountId,
      eventId,
      code: `CODE${at}`,
      discountType: discount.type,
      ...(discount.percentage !== null && { percentage: discount.percentage }),
      ...(discount.amount !== null && { amount: discount.amount }),
      uses: promo.uses,
      ...(promo.tickets !== null && { ticketIds: idsOf(promo.tickets) }),
    });
    promos.push({ id: built.promoCodeId, counterId: built.counterId, code: built.code });
    counters.set(`promo ${at}`, built.counterId);
  }
  const tax = await buildTaxOrFee(db, { accountId, name: TAX.name, rate: TAX.rate ?? '0' });

  const setQuantity = (tx: Tx, counterId: number | undefined, quantity: number | null) =>
    sql`
    with changed as (
      update app.counters set quantity = ${quantity}::bigint,
        ceiling = case when ${quantity}::bigint is not null then greatest(${quantity}::bigint, sold + reserved) end
      where id = ${counterId ?? 0} returning event_id)
    update app.events set catalog_version = catalog_version + 1 where id = (select event_id from changed)`.execute(
      tx,
    );

  /** An organizer's change locks the event first, as the product does. */
  const organize = (operation: Operation) =>
    inTransaction(db, async (tx) => {
      await sql`select from app.events where id = ${eventId} for no key update`.execute(tx);
      await change(tx, operation);
    });

  const change = async (tx: Tx, operation: Operation) => {
    if (operation.kind === 'price') {
      await sql`update app.ticket_prices p set amount = ${operation.amount} from app.tickets t
        where t.id = p.ticket_id and t.type in ('paid', 'tiered') and p.id = ${pick(prices, operation.price)?.priceId ?? 0}`.execute(
        tx,
      );
    } else if (operation.kind === 'quantity') {
      await setQuantity(tx, pick(prices, operation.price)?.counterId, operation.quantity);
    } else if (operation.kind === 'uses') {
      await setQuantity(tx, pick(promos, operation.promo)?.counterId, operation.uses);
    } else if (operation.kind === 'pool') {
      const pool = pick(pools, operation.pool);
      await setQuantity(tx, pool?.counterId, operation.quantity);
      await sql`update app.capacity_assignments set active = ${operation.active} where id = ${pool?.id ?? 0}`.execute(
        tx,
      );
    } else if (operation.kind === 'hide') {
      await sql`update app.tickets set hidden = ${operation.hidden} where id = ${pick(ticketIds, operation.ticket) ?? 0}`.execute(
        tx,
      );
    } else if (operation.kind === 'disable') {
      await sql`update app.promo_codes set disabled = ${operation.disabled} where id = ${pick(promos, operation.promo)?.id ?? 0}`.execute(
        tx,
      );
    } else if (operation.kind === 'tax') {
      await sql`insert into app.ticket_taxes_and_fees (account_id, ticket_id, tax_or_fee_id)
        values (${accountId}, ${pick(ticketIds, operation.ticket) ?? 0}, ${tax.id}) on conflict do nothing`.execute(
        tx,
      );
    }
  };

  return { counters, prices, promos, organize };
}
