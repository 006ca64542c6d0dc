import type { reserveOrder } from '@entrada/contract/sales/checkout';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../../server/db/client.ts';
import { newShortId } from '../../server/platform/secrets.ts';

export type Wanted = z.output<(typeof reserveOrder)['body']>;

type Line = Awaited<ReturnType<typeof findLines>>[number] & { quantity: number; discount: number };

const findLines = (tx: Tx, eventId: number, ids: number[]) =>
  tx
    .selectFrom('ticket_prices as p')
    .innerJoin('tickets as t', 't.id', 'p.ticket_id')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .select([
      'p.id',
      'p.account_id',
      'p.ticket_id',
      'p.counter_id',
      'p.amount',
      'p.label',
      't.name',
      'e.currency',
    ])
    .select(
      sql<number[]>`array(select c.counter_id from app.capacity_assignment_tickets l
        join app.capacity_assignments c on c.id = l.capacity_assignment_id and c.active where l.ticket_id = t.id)`.as(
        'pools',
      ),
    )
    .where('p.event_id', '=', eventId)
    .where('p.id', 'in', ids)
    .where('e.status', '=', 'public')
    .execute();

const findPromo = (tx: Tx, eventId: number, code: string) =>
  tx
    .selectFrom('promo_codes')
    .select(['id', 'counter_id', 'code', 'percentage'])
    .where('event_id', '=', eventId)
    .where(sql`lower(code)`, '=', code.toLowerCase())
    .executeTakeFirst();

async function insertOrder(
  tx: Tx,
  {
    eventId,
    lines,
    promo,
    key,
  }: { eventId: number; lines: Line[]; promo: Awaited<ReturnType<typeof findPromo>>; key: string | null },
): Promise<string> {
  const [first] = lines;
  if (!first) throw new Error('An order without lines');
  const sum = (pick: (line: Line) => number) =>
    lines.reduce((total, line) => total + pick(line) * line.quantity, 0);
  const shortId = newShortId('o');
  const { id } = await tx
    .insertInto('orders')
    .values({
      account_id: first.account_id,
      event_id: eventId,
      short_id: shortId,
      currency: first.currency,
      locale: 'en',
      ...(promo && { promo_code_id: promo.id, promo_code: promo.code, promo_counter_id: promo.counter_id }),
      list_total: sum((line) => line.amount),
      discount_total: sum((line) => line.discount),
      fee_total: 0,
      tax_added_total: 0,
      tax_included_total: 0,
      total: sum((line) => line.amount - line.discount),
      expires_at: new Date(Date.now() + 900_000),
      idempotency_key: key,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('order_items')
    .values(
      lines.map((line, position) => ({
        account_id: line.account_id,
        order_id: id,
        ticket_id: line.ticket_id,
        price_id: line.id,
        ticket_name: line.name,
        price_label: line.label,
        quantity: line.quantity,
        unit_list: line.amount,
        unit_discount: line.discount,
        unit_fees: 0,
        unit_tax_added: 0,
        unit_tax_included: 0,
        unit_total: line.amount - line.discount,
        charges: '[]',
        counter_ids: [line.counter_id, ...line.pools],
        position,
      })),
    )
    .execute();
  return shortId;
}

/**
 * A reservation as most shops implement it: one transaction of 8 round trips (10 with a promo code), with SELECT
 * ... FOR UPDATE on the counters first. It is correct, but each counter serves one reservation at a time. Null: not
 * enough left.
 */
export function naiveReserve(
  db: Db,
  eventId: number,
  body: Wanted,
  key: string | null,
): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    const found = await findLines(
      tx,
      eventId,
      body.items.map((item) => item.priceId),
    );
    const promo = body.promoCode === undefined ? undefined : await findPromo(tx, eventId, body.promoCode);
    const percent = Number(promo?.percentage ?? 0);
    const lines = found.map((line): Line => {
      const quantity = body.items.find((item) => item.priceId === line.id)?.quantity ?? 0;
      return { ...line, quantity, discount: Math.round((line.amount * percent) / 100) };
    });
    const demand = new Map<number, number>();
    for (const line of lines)
      for (const id of [line.counter_id, ...line.pools])
        demand.set(id, (demand.get(id) ?? 0) + line.quantity);
    if (promo) demand.set(promo.counter_id, 1);
    const counters = await tx
      .selectFrom('counters')
      .select(['id', 'quantity', 'sold', 'reserved'])
      .where('id', 'in', [...demand.keys()])
      .orderBy('id')
      .forUpdate()
      .execute();
    const fits = counters.every(
      (one) => one.quantity === null || one.sold + one.reserved + (demand.get(one.id) ?? 0) <= one.quantity,
    );
    if (!fits) return null;
    const shortId = await insertOrder(tx, { eventId, lines, promo, key });
    for (const { id, reserved } of counters) {
      await tx
        .updateTable('counters')
        .set({ reserved: reserved + (demand.get(id) ?? 0) })
        .where('id', '=', id)
        .execute();
    }
    return shortId;
  });
}
