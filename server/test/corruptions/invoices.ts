import type { Corruption, World } from './world.ts';

/** An invoice of this total for the paid order. */
export const invoiced = (world: World, total: number) =>
  `insert into app.invoice_series (account_id, prefix, last_number) values (${world.accountId}, '', 1);
      insert into app.invoices (account_id, order_id, prefix, number, locale, total, currency, content, billed)
      values (${world.accountId}, ${world.paid.orderId}, '', 1, 'en', ${total}, 'EUR', '{"totalMinor": ${total}}',
        '[{"quantity": 2, "unitPrice": 2250, "charges": []}]')`;

/** Invoices and credit notes. */
export function invoiceCorruptions(world: World): Corruption[] {
  const paid = world.paid.orderId;
  const credited = (total: number, number: number) =>
    `insert into app.invoice_series (account_id, prefix, last_number) values (${world.accountId}, 'C-', ${number});
      insert into app.credit_notes (account_id, order_id, invoice_id, refund_id, reason, prefix, number, locale, total,
        currency, content, credited)
      select ${world.accountId}, ${paid}, i.id, r.id, 'refund', 'C-', ${number}, 'en', ${total}, 'EUR',
        '{"totalMinor": ${total}, "netMinor": ${total}, "taxes": []}', '[{"price": ${total}, "charges": []}]'
      from app.invoices i join app.refunds r on r.order_id = i.order_id where i.order_id = ${paid}`;

  return [
    [
      'I2',
      /Invoices "V-" of account \d+: 1 of them, numbered 2 to 2, and the last number given is 2/,
      `insert into app.invoice_series (account_id, prefix, last_number) values (${world.accountId}, 'V-', 2);
      insert into app.invoices (account_id, order_id, prefix, number, locale, total, currency, content)
      values (${world.accountId}, ${paid}, 'V-', 2, 'en', 4500, 'EUR', '{"totalMinor": 4500}')`,
    ],
    [
      'I2',
      /invoice 1 of 4400 EUR, the order is completed \(paid\) and comes to 4500 EUR/,
      `insert into app.invoice_series (account_id, prefix, last_number) values (${world.accountId}, '', 1);
      insert into app.invoices (account_id, order_id, prefix, number, locale, total, currency, content)
      values (${world.accountId}, ${paid}, '', 1, 'en', 4400, 'EUR', '{"totalMinor": 4400}')`,
    ],
    ['I2', /1000 went back, 4500 are invoiced and 0 credited/, invoiced(world, 4500)],
    ['I2', /invoice 1 of 4500 EUR, and 4501 are credited/, `${invoiced(world, 4500)}; ${credited(4501, 1)}`],
    [
      'I2',
      /credit note 1 of 1000 EUR is about invoice 1 of order \d+ in EUR, and says 999/,
      `${invoiced(world, 4500)}; ${credited(1000, 1).replace('"totalMinor": 1000', '"totalMinor": 999')}`,
    ],
    [
      'I2',
      /Invoices "C-" of account \d+: 1 of them, numbered 2 to 2, and the last number given is 2/,
      `${invoiced(world, 4500)}; ${credited(1000, 2)}`,
    ],
    [
      'I2',
      /invoice 1 still bills Lucía, and the order is invoiced to Marina/,
      `${invoiced(world, 4500)}; update app.invoices set content = content || '{"buyer": {"name": "Lucía"}}';
      update app.orders set invoice_to = '{"name": "Marina"}' where id = ${paid}`,
    ],
  ];
}
