import { invoiced } from './invoices.ts';
import type { Corruption, World } from './world.ts';

/** Moves of attendees to other tickets, and their lines. */
export function moveCorruptions(world: World): Corruption[] {
  const paid = world.paid.orderId;
  const refund = `(select id from app.refunds where order_id = ${paid})`;
  const movedLine = `
    insert into app.order_items (account_id, order_id, ticket_id, price_id, ticket_name, price_label, quantity, unit_list,
      unit_discount, unit_fees, unit_tax_added, unit_tax_included, unit_total, charges, counter_ids, position, moved_from_id)
    select account_id, order_id, ticket_id, price_id, ticket_name, price_label, 1, 0, 0, 0, 0, 0, 0, '[]', counter_ids, 9, id
    from app.order_items where order_id = ${paid}`;
  /** A move of an attendee who stays where the attendee is, with these values. */
  const moveWith = (values: string) => `
    with line as (${movedLine} returning *), one as (select min(id) as id from app.attendees where order_id = ${paid})
    insert into app.ticket_moves (account_id, event_id, order_id, attendee_id, from_item_id, to_item_id, ticket_id, place,
      discount, fees, tax_added, tax_included, charges, settlement, list, total, refund_id, exceeds_capacity)
    select l.account_id, ${world.eventId}, l.order_id, one.id, l.moved_from_id, l.id, l.ticket_id, '{"unitTotal": 7}',
      0, 0, 0, 0, '[]', ${values} from line l, one`;

  return [
    ['I2', /line \d+ of a move has none$/, movedLine],
    [
      'I2',
      /move \d+ of attendee \d+ \(none, 0\) comes to 2250, its place costs 7$/,
      moveWith(`'none', 0, 0, null, false`),
    ],
    [
      'I2',
      /attendee \d+ has line \d+, the last move led to line \d+$/,
      moveWith(`'none', 0, 0, null, false`),
    ],
    ['I2', /gives 5 back, its refund \d+ brings 1000$/, moveWith(`'given_back', -5, -5, ${refund}, false`)],
    [
      'I2',
      /move \d+ has credit note {2}\(\) and invoice 1 of 4500, its place costs 7$/,
      `${invoiced(world, 4500)}; ${moveWith(`'none', 0, 0, null, false`)};
      update app.ticket_moves set invoice_id = (select max(id) from app.invoices)`,
    ],
    ['I12', /the audit does not know of move \d+$/, moveWith(`'none', 0, 0, null, false`)],
    [
      'I1',
      /goes beyond the capacity, and nobody is on record who wanted it$/,
      moveWith(`'none', 0, 0, null, true`),
    ],
  ];
}
