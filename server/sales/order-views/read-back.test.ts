import { exportPath } from '@entrada/contract/sales/exports';
import { renderInvoicePdf } from '@entrada/documents';
import { pdfText } from '@entrada/documents/test/pdf-text';
import type { InvoiceContent } from '@entrada/documents/types';
import { expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildPromoCode, buildTaxOrFee, buildTicket } from '../../catalog/tickets/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildOrder } from '../reservations/factory.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;

type Cart = {
  currency: string;
  display: 'inclusive' | 'exclusive';
  amount: number;
  type?: 'paid' | 'donation';
  quantity: number;
  discount?: string;
  taxesAndFees: { type: 'fee' | 'tax'; rate?: string; amount?: number; included?: boolean }[];
};
const fee = { type: 'fee', rate: '6.0000' } as const;
const added = { type: 'tax', rate: '21.0000' } as const;
const included = { ...added, included: true } as const;

const carts: [string, Cart][] = [
  [
    'a fee beside the price',
    { currency: 'EUR', display: 'exclusive', amount: 9500, quantity: 2, taxesAndFees: [fee] },
  ],
  [
    'a fee in the price',
    { currency: 'EUR', display: 'inclusive', amount: 9500, quantity: 1, taxesAndFees: [fee] },
  ],
  [
    'fee, added tax and a code',
    {
      currency: 'EUR',
      display: 'exclusive',
      amount: 3333,
      quantity: 3,
      discount: '12.5000',
      taxesAndFees: [fee, added],
    },
  ],
  [
    'the same, all-in',
    {
      currency: 'EUR',
      display: 'inclusive',
      amount: 3333,
      quantity: 3,
      discount: '12.5000',
      taxesAndFees: [fee, added],
    },
  ],
  [
    'an added tax alone',
    { currency: 'USD', display: 'exclusive', amount: 1, quantity: 7, taxesAndFees: [added] },
  ],
  [
    'an included tax',
    { currency: 'EUR', display: 'exclusive', amount: 4500, quantity: 2, taxesAndFees: [fee, included] },
  ],
  [
    'no decimals',
    { currency: 'JPY', display: 'exclusive', amount: 1999, quantity: 2, taxesAndFees: [fee, added] },
  ],
  [
    'three decimals',
    {
      currency: 'KWD',
      display: 'exclusive',
      amount: 12_345,
      quantity: 2,
      taxesAndFees: [{ type: 'fee', amount: 250 }, added],
    },
  ],
  [
    'a donation',
    {
      currency: 'EUR',
      display: 'exclusive',
      amount: 500,
      type: 'donation',
      quantity: 1,
      taxesAndFees: [fee],
    },
  ],
  [
    'free by a code',
    {
      currency: 'EUR',
      display: 'exclusive',
      amount: 2500,
      quantity: 1,
      discount: '100.0000',
      taxesAndFees: [fee, added],
    },
  ],
];

async function bought({ currency, display, amount, type = 'paid', quantity, discount, taxesAndFees }: Cart) {
  const account = await buildAccount(db);
  const { accountId } = account;
  const { eventId } = await buildEvent(db, {
    accountId,
    currency,
    settings: { price_display: display, invoicing: true, invoice_prefix: 'R-', invoice_issuer: 'Marea' },
  });
  const attached = [];
  for (const one of taxesAndFees) attached.push(await buildTaxOrFee(db, { accountId, currency, ...one }));
  const { priceId } = await buildTicket(db, {
    accountId,
    eventId,
    type,
    amount,
    name: 'Pass',
    taxesAndFees: attached.map(({ id }) => id),
  });
  const promo = discount && { promoCode: 'ODD' };
  if (discount) {
    await buildPromoCode(db, {
      accountId,
      eventId,
      code: 'ODD',
      discountType: 'percentage',
      percentage: discount,
    });
  }
  const items = [{ priceId, quantity, ...(type === 'donation' && { donation: amount + 1234 }) }];
  const order = await buildOrder(db, { eventId, items, ...promo, sendMails: true });
  await app.runJobs();
  const item = await db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow();
  return { ...account, eventId, order, item, exponent: { EUR: 2, USD: 2, JPY: 0, KWD: 3 }[currency] ?? 2 };
}

/** Every amount in a text, in minor units. */
const amountsIn = (text: string, exponent: number) =>
  [...text.matchAll(/(-?)(?:€|\$|¥|KWD\s?)(\d[\d,]*(?:\.\d+)?)/gu)].map(([, sign, digits = '']) => {
    const minor = Math.round(Number(digits.replaceAll(',', '')) * 10 ** exponent);
    return sign ? -minor : minor;
  });
const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);
const between = (text: string, from: string, to: string) => {
  const start = text.indexOf(from);
  const end = text.indexOf(to, start + from.length);
  expect([start, end], `${from} … ${to} in: ${text}`).not.toContain(-1);
  return text.slice(start + from.length, end);
};

test.each(carts)('%s: every document says what was paid', async (_, cart) => {
  const { order, item, eventId, exponent, token } = await bought(cart);
  const me = app.as({ token });
  const read = async (url: string) => (await me.send({ method: 'GET', url: `/api${url}` })).rawPayload;

  // The tickets: the amounts beside "Price" add up to what one ticket cost.
  const pages = await pdfText(await read(`/public/orders/${order.shortId}/tickets.pdf`));
  expect(pages).toHaveLength(cart.quantity);
  for (const page of pages) {
    const price = between(page, 'Price ', ' Order');
    if (item.unit_total === 0) expect(price).toBe('Free');
    else expect(sum(amountsIn(price, exponent)), price).toBe(item.unit_total);
    const shown = amountsIn(price, exponent);
    if (cart.display === 'inclusive') expect(shown).toEqual([item.unit_total]);
    else if (item.unit_total > 0) expect(shown[0]).toBe(item.unit_list - item.unit_discount);
  }

  // The mail: its lines, discount, fees and added taxes add up to its total.
  const mail = await db
    .selectFrom('mails')
    .select('text_body')
    .where('order_id', '=', order.orderId)
    .where('kind', '=', 'order_confirmation')
    .executeTakeFirstOrThrow();
  const letter = mail.text_body ?? '';
  if (order.total === 0) expect(letter).not.toContain('Receipt');
  else {
    const lines = between(letter.replace(/\s+/g, ' '), 'Receipt', 'Paid');
    expect(sum(amountsIn(lines, exponent)), lines).toBe(order.total);
    expect(amountsIn(letter.slice(letter.lastIndexOf('Paid')), exponent)[0]).toBe(order.total);
  }

  // The invoice: the same sum, and a total without tax that leaves the taxes.
  const invoice = await db
    .selectFrom('invoices')
    .select(['content'])
    .where('order_id', '=', order.orderId)
    .executeTakeFirst();
  if (invoice) {
    const content = invoice.content as unknown as InvoiceContent;
    const pdf = await renderInvoicePdf({ number: 'R-1', issuedAt: '2027-01-01T00:00:00Z', content }, 'en');
    const text = (await pdfText(pdf)).join(' ');
    const total = content.lines.reduce((all, line) => all + line.minor, 0) - (content.discount?.minor ?? 0);
    const parts = [...content.fees, ...content.taxes.filter((one) => !one.isIncluded)];
    expect(total + sum(parts.map((one) => one.minor))).toBe(order.total);
    for (const minor of [content.totalMinor, content.netMinor, ...parts.map((one) => one.minor)]) {
      expect(amountsIn(text, exponent)).toContain(minor);
    }
  }

  // The export.
  const csv = (await read(exportPath(eventId, 'orders', 'csv'))).toString();
  expect(csv).toContain(`,${(order.total / 10 ** exponent).toFixed(exponent)},`);
});
