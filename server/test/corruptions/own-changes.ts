import type { Corruption, World } from './world.ts';

/** What buyers change by themselves. */
export function ownChangeCorruptions(world: World): Corruption[] {
  const paid = world.paid.orderId;
  const one = `(select min(id) from app.attendees where order_id = ${paid})`;
  const replace = (shortId: string) =>
    `insert into app.replaced_ticket_links (short_id, account_id, attendee_id)
      select ${shortId}, account_id, id from app.attendees where id = ${one}`;
  const replaceOrder = `insert into app.replaced_order_links (short_id, account_id, order_id)
      select short_id, account_id, id from app.orders where id = ${paid}`;

  return [
    [
      'I15',
      /code 1, passed on, from nobody, not opened/,
      `update app.attendees set passed_on_at = app.now() where id = ${one}`,
    ],
    [
      'I15',
      /code 1, never passed on, from somebody, not opened/,
      `update app.attendees set passed_from = '{}' where id = ${one}`,
    ],
    [
      'I15',
      /code 1, never passed on, from nobody, opened/,
      `update app.attendees set opened_at = app.now() where id = ${one}`,
    ],
    [
      'I15',
      /waits for a name and was passed on/,
      `update app.attendees set awaits_name = true, passed_on_at = app.now(), code_version = 2 where id = ${one};
      ${replace("'a_before'")}`,
    ],
    [
      'I15',
      /code 2, and 0 addresses were replaced/,
      `update app.attendees set code_version = 2 where id = ${one}`,
    ],
    ['I15', /code 1, and 1 addresses were replaced/, replace("'a_before'")],
    ['I15', /Ticket .*: has an address that was replaced/, replace('short_id')],
    ['I15', /Order .*: has an address that was replaced/, replaceOrder],
  ];
}
