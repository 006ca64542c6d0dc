import type { Locale } from '@entrada/contract/constants';
import { exportPath } from '@entrada/contract/sales/exports';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../../accounts/factory.ts';
import { buildEvent } from '../../../catalog/events/factory.ts';
import { buildQuestion } from '../../../catalog/questions/factory.ts';
import { buildPromoCode, buildTaxOrFee, buildTicket } from '../../../catalog/tickets/factory.ts';
import { buildTestApp } from '../../../test/app.ts';
import { buildAwaitingOrder, buildOrder } from '../../reservations/factory.ts';

const app = await buildTestApp({ config: { rateLimits: { export: { points: 1000, seconds: 60 } } } });
const { db } = app;

/** An event with a tax, a fee, a code, an affiliate and questions, and with names that try to be formulas. */
const account = await buildAccount(db);
const { accountId } = account;
const { eventId } = await buildEvent(db, {
  accountId,
  title: 'Marea',
  timezone: 'Europe/Madrid',
  currency: 'EUR',
  settings: { invoicing: true, invoice_prefix: '-M', invoice_issuer: 'Marea' },
});
const vat = await buildTaxOrFee(db, { accountId, type: 'tax', name: 'IVA', rate: '10.0000', included: true });
const city = await buildTaxOrFee(db, { accountId, type: 'tax', name: '=City', rate: '2.5000' });
const fee = await buildTaxOrFee(db, { accountId, type: 'fee', name: 'Booking', rate: '6.0000' });
const pass = await buildTicket(db, {
  accountId,
  eventId,
  name: '+Pass, "gold"',
  type: 'paid',
  amount: 4500,
  taxesAndFees: [vat.id, city.id, fee.id],
});
const seat = await buildTicket(db, { accountId, eventId, name: 'Seat', type: 'free' });
const { id: affiliateId } = await db
  .insertInto('affiliates')
  .values({ account_id: accountId, event_id: eventId, code: 'SOL', name: '@Radio\nSol', email: '' })
  .returning('id')
  .executeTakeFirstOrThrow();
await buildPromoCode(db, {
  accountId,
  eventId,
  code: '=TEN',
  discountType: 'percentage',
  percentage: '10.0000',
});
const source = await buildQuestion(db, { accountId, eventId, title: 'Size' });
const home = await buildQuestion(db, { accountId, eventId, title: 'Home', type: 'address', position: 2 });
const size = await buildQuestion(db, { accountId, eventId, scope: 'attendee', title: 'Size', position: 3 });
const gone = await buildQuestion(db, {
  accountId,
  eventId,
  scope: 'attendee',
  title: 'Meals',
  type: 'checkbox',
  options: ['Soup', '=Fish'],
  position: 4,
});
await buildQuestion(db, { accountId, eventId, scope: 'attendee', title: 'Never asked', position: 5 }).then(
  ({ questionId }) =>
    db.updateTable('questions').set({ deleted: true }).where('id', '=', questionId).execute(),
);
const answer = (questionId: number, unit: number | null, title: string, type: string, value: unknown) =>
  ({ questionId, unit, title, type, value }) as never;
const paid = await buildOrder(db, {
  eventId,
  items: [
    { priceId: pass.priceId, quantity: 2 },
    { priceId: seat.priceId, quantity: 1 },
  ],
  promoCode: '=TEN',
  locale: 'pt-br',
  buyer: { firstName: 'Ñ', lastName: '-1', email: 'n@example.com' },
  answers: [
    answer(source.questionId, null, 'Size', 'text', 'Line one\nline two'),
    answer(home.questionId, null, 'Home', 'address', {
      line1: '=Calle 1',
      line2: '',
      city: 'València',
      region: '',
      postalCode: '46001',
      country: 'ES',
    }),
    answer(size.questionId, 2, 'Size', 'text', 'XL'),
    answer(gone.questionId, 2, 'Meals', 'checkbox', ['Soup', '=Fish']),
  ],
  createdAt: new Date('2026-07-10T12:00:00Z'),
  sendMails: false,
});
await db.updateTable('questions').set({ deleted: true }).where('id', '=', gone.questionId).execute();
await db
  .updateTable('orders')
  .set({ affiliate_id: affiliateId, refunded_total: 1000, refund_status: 'partial' })
  .where('id', '=', paid.orderId)
  .execute();
await db
  .updateTable('payments')
  .set({ provider_payment_id: 'pay_42' })
  .where('order_id', '=', paid.orderId)
  .execute();
const unpaid = await buildAwaitingOrder(db, {
  eventId,
  items: [{ priceId: pass.priceId, quantity: 1 }],
  dueAt: new Date('2026-08-01T12:00:00Z'),
  createdAt: new Date('2026-07-11T12:00:00Z'),
  sendMails: false,
});
const free = await buildOrder(db, {
  eventId,
  items: [{ priceId: seat.priceId, quantity: 1 }],
  createdAt: new Date('2026-07-12T12:00:00Z'),
  sendMails: false,
});

/** What a member who reads this language downloads, read by a CSV parser: the headers, then the rows by header. */
async function read(path: string, locale: Locale) {
  const member = app.as(await buildUserIn(db, accountId, 'organizer', { locale }));
  const query =
    path.includes('orders') || path.includes('attendees') ? '?sort_by=created_at&sort_direction=asc' : '';
  const reply = await member.send({ method: 'GET', url: `/api${path}${query}` });
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.body.startsWith('\uFEFF')).toBe(true);
  const cells: string[][] = parse(reply.body, { bom: true });
  for (const cell of cells.flat()) expect(cell).not.toMatch(/(^|[;\t\r\n])\s*[=+\-@]/);
  const [headers = [], ...rows] = cells;
  expect(new Set(headers).size).toBe(headers.length);
  return { headers, rows: rows.map((row) => Object.fromEntries(row.map((cell, at) => [headers[at], cell]))) };
}

test('orders say what was bought, each tax, how it was paid and where it came from, in the reader’s language', async () => {
  const english = await read(exportPath(eventId, 'orders', 'csv'), 'en');
  expect(english.headers).toEqual([
    'Order',
    'First name',
    'Last name',
    'Email',
    'Status',
    'Number of tickets',
    'Tickets',
    'Subtotal',
    'Discount',
    'Fees',
    'Booking (6%)',
    'Net',
    "'=City (2.5%)",
    'IVA (10%), included',
    'Total',
    'Adjustments paid by hand',
    'Paid',
    'Refunded',
    'Lost to disputes',
    'Total less refunds and lost disputes',
    'Currency',
    'Payment method',
    'Payment reference',
    'Promo code',
    'Affiliate',
    'Language',
    'Invoice',
    'Credit note',
    'Bought (Europe/Madrid)',
    'Completed (Europe/Madrid)',
    'Size',
    'Home',
  ]);
  const [first, second, third] = english.rows;
  const order = await db
    .selectFrom('orders')
    .select(['total', 'fee_total', 'tax_added_total', 'tax_included_total'])
    .where('id', '=', paid.orderId)
    .executeTakeFirstOrThrow();
  const euros = (minor: number) => (minor / 100).toFixed(2);
  expect(first).toEqual({
    Order: paid.reference,
    'First name': 'Ñ',
    'Last name': "'-1",
    Email: 'n@example.com',
    Status: 'Partially refunded',
    'Number of tickets': '3',
    Tickets: '2 × +Pass, "gold"; 1 × Seat',
    Subtotal: '90.00',
    Discount: '9.00',
    Fees: euros(order.fee_total),
    'Booking (6%)': euros(order.fee_total),
    Net: euros(order.total - order.tax_added_total - order.tax_included_total),
    "'=City (2.5%)": euros(order.tax_added_total),
    'IVA (10%), included': euros(order.tax_included_total),
    Total: euros(order.total),
    'Adjustments paid by hand': '0.00',
    Paid: euros(order.total),
    Refunded: '10.00',
    'Lost to disputes': '0.00',
    'Total less refunds and lost disputes': euros(order.total - 1000),
    Currency: 'EUR',
    'Payment method': 'Test bank',
    'Payment reference': 'pay_42',
    'Promo code': "'=TEN",
    Affiliate: "'@Radio\nSol",
    Language: 'Portuguese (Brazil)',
    Invoice: "'-M00001",
    'Credit note': '',
    'Bought (Europe/Madrid)': '2026-07-10 14:00',
    'Completed (Europe/Madrid)': expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
    Size: 'Line one\nline two',
    Home: "'=Calle 1, València, 46001, Spain",
  });
  expect([second?.['Payment method'], second?.['Status']]).toEqual([
    'Without a card',
    'Awaiting offline payment',
  ]);
  expect([third?.['Payment method'], third?.['Total'], third?.['Invoice']]).toEqual(['Free', '0.00', '']);

  const german = await read(exportPath(eventId, 'orders', 'csv'), 'de');
  expect(german.headers.slice(0, 18)).toEqual([
    'Bestellung',
    'Vorname',
    'Nachname',
    'E-Mail',
    'Status',
    'Anzahl Tickets',
    'Tickets',
    'Zwischensumme',
    'Rabatt',
    'Gebühren',
    'Booking (6\u00A0%)',
    'Netto',
    "'=City (2,5\u00A0%)",
    'IVA (10\u00A0%), enthalten',
    'Summe',
    'Von Hand bezahlte Anpassungen',
    'Bezahlt',
    'Erstattet',
  ]);
  expect(german.rows.map((row) => [row['Status'], row['Zahlungsart'], row['Sprache']])).toEqual([
    ['Teilweise erstattet', 'Testbank', 'Portugiesisch (Brasilien)'],
    ['Zahlung ohne Karte ausstehend', 'Ohne Karte', 'Englisch'],
    ['Abgeschlossen', 'Kostenlos', 'Englisch'],
  ]);

  const chinese = await read(exportPath(eventId, 'orders', 'csv'), 'zh-cn');
  expect(chinese.headers.filter((header) => header.includes('Madrid'))).toEqual([
    '购买时间（Europe/Madrid）',
    '完成时间（Europe/Madrid）',
  ]);
  expect(chinese.rows[0]?.['门票']).toBe('2 × +Pass, "gold"；1 × Seat');
  expect(german.rows[0]?.['Home']).toContain('Spanien');
  expect(german.rows[0]?.['Summe']).toBe(first?.['Total']);
});

test('attendees say their tier, each answer, language, code and affiliate', async () => {
  const english = await read(exportPath(eventId, 'attendees', 'csv'), 'en');
  expect(english.headers).toEqual([
    'Ticket number',
    'First name',
    'Last name',
    'Email',
    'Ticket',
    'Price tier',
    'Status',
    'Order',
    'Check-in time (Europe/Madrid)',
    'Bought (Europe/Madrid)',
    'Language',
    'Price',
    'Currency',
    'Promo code',
    'Affiliate',
    'Size',
    'Home',
    'Size (2)',
    'Meals',
  ]);
  expect(english.rows).toHaveLength(5);
  const [first, second] = english.rows;
  expect(first).toMatchObject({
    Ticket: '\'+Pass, "gold"',
    'Promo code': "'=TEN",
    Affiliate: "'@Radio\nSol",
    Language: 'Portuguese (Brazil)',
    Size: 'Line one\nline two',
    'Size (2)': '',
    Meals: '',
  });
  expect(second).toMatchObject({ 'Size (2)': 'XL', Meals: "Soup; '=Fish" });
  expect(english.rows.map((row) => row['Status'])).toEqual([
    'Active',
    'Active',
    'Active',
    'Awaiting payment',
    'Active',
  ]);
  expect(english.rows[4]).toMatchObject({ Order: free.reference, 'Promo code': '', Affiliate: '', Size: '' });

  const chinese = await read(exportPath(eventId, 'attendees', 'csv'), 'zh-cn');
  expect(chinese.headers.slice(0, 9)).toEqual([
    '门票编号',
    '名',
    '姓',
    '邮箱',
    '门票',
    '价格档位',
    '状态',
    '订单',
    '检票时间（Europe/Madrid）',
  ]);
  expect(chinese.rows[3]).toMatchObject({ 状态: '待付款', 语言: '英语' });
  expect(chinese.rows[0]?.['Home']).toMatch(/^'=Calle 1，.*València，.*西班牙$/);
  expect(chinese.rows[1]?.['Meals']).toBe('Soup；=Fish');
  expect(unpaid.orderId).toBeGreaterThan(0);
});

test('promo codes and affiliates as well', async () => {
  const codes = await read(exportPath(eventId, 'promo-codes', 'csv'), 'es');
  expect(codes.headers).toEqual([
    'Código',
    'Tipo de descuento',
    'Porcentaje',
    'Importe por entrada (EUR)',
    'Entradas',
    'Límite de usos',
    'Usado',
    'Caduca (Europe/Madrid)',
    'Estado',
    'Creación (Europe/Madrid)',
  ]);
  expect(codes.rows[0]).toMatchObject({
    Código: "'=TEN",
    'Tipo de descuento': 'Porcentaje',
    Porcentaje: '10',
    Estado: 'Vigente',
  });
  const affiliates = await read(exportPath(eventId, 'affiliates', 'csv'), 'fr');
  expect(affiliates.headers.slice(0, 7)).toEqual([
    'Nom',
    'Code',
    'E-mail',
    'Statut',
    'Clics',
    'Commandes',
    'Ventes après remboursements (EUR)',
  ]);
});
