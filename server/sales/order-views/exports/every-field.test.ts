import type { ExportName } from '@entrada/contract/sales/exports';
import { exportPath } from '@entrada/contract/sales/exports';
import { getAttendee } from '@entrada/contract/sales/holders';
import { harmlessCell } from '@entrada/contract/words/harmless-cell';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildQuestion } from '../../../catalog/questions/factory.ts';
import { buildPromoCode } from '../../../catalog/tickets/factory.ts';
import { keepInvariants } from '../../../test/invariants.ts';
import { taxedShop } from '../../../test/payments/invoicing.ts';
import { useRefundingApp } from '../../../test/payments/refunding.ts';
import { openDoor } from '../../../test/sold/ticket.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const { app, db, paidShop, paidOrder } = await useRefundingApp();
keepInvariants(db);

/** One order with everything that a file can say: code, affiliate, fee, taxes, answers, card, invoice, refund, check-in. */
const shop = await taxedShop(db, await paidShop(50));
const { accountId, eventId } = shop;
await buildPromoCode(db, {
  accountId,
  eventId,
  code: '=TEN',
  discountType: 'percentage',
  percentage: '10.0000',
});
const size = await buildQuestion(db, { accountId, eventId, title: 'Size' });
const meal = await buildQuestion(db, { accountId, eventId, scope: 'attendee', title: '+Meal', position: 2 });
const birthday = await buildQuestion(db, {
  accountId,
  eventId,
  scope: 'attendee',
  type: 'date',
  title: 'Birthday',
  position: 3,
});
const paid = await paidOrder(2, shop, { promoCode: '=TEN' });
const orderId = paid.payment.orderId;
const [first = 0, second = 0] = paid.attendeeIds;
await db
  .insertInto('answers')
  .values(
    [
      { question: size, attendee: null, type: 'text', value: 'XL, "wide"' },
      { question: meal, attendee: second, type: 'text', value: '-1 = none' },
      { question: birthday, attendee: second, type: 'date', value: '1987-02-28' },
    ].map(({ question, attendee, type, value }) => ({
      account_id: accountId,
      question_id: question.questionId,
      order_id: orderId,
      attendee_id: attendee,
      title: 'As asked',
      type,
      value: JSON.stringify(value),
    })),
  )
  .execute();
const { id: affiliateId } = await db
  .insertInto('affiliates')
  .values({ account_id: accountId, event_id: eventId, code: 'SOL', name: '@Radio "Sol"; 99,9', email: '' })
  .returning('id')
  .executeTakeFirstOrThrow();
await db
  .updateTable('orders')
  .set({ affiliate_id: affiliateId, locale: 'pt-br' })
  .where('id', '=', orderId)
  .execute();
await paid.refund({ attendeeIds: [first], cancel: true, note: '=Ill, sadly' });
await app.runJobs();
const { code } = (
  await paid.owner.call(getAttendee, { params: { ...paid.params, attendeeId: String(second) } })
).body.data;
const enter = await openDoor(app, paid);
expect(await enter(code ?? '')).toBe('admitted');

type Cells = Record<string, string | number | Date | null>;

async function download(what: ExportName, format: 'csv' | 'xlsx') {
  const reply = await paid.owner.send({ method: 'GET', url: `/api${exportPath(eventId, what, format)}` });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply;
}

const table = <Cell>([headers = [], ...rows]: Cell[][]): Record<string, Cell>[] =>
  rows.map((row) => Object.fromEntries(headers.map((header, at) => [String(header), row[at] as Cell])));

/** What a cell of a workbook is in the other file: nothing, a number, a time or day on the event's clock, or a text. */
function asText(cell: unknown, text: string): unknown {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return Number(text) === cell ? text : cell;
  if (cell instanceof Date) return cell.toISOString().slice(0, text.length).replace('T', ' ');
  return harmlessCell(String(cell));
}

/** The rows of a file as CSV, after its workbook was found to say the same in every cell. */
async function read(what: ExportName): Promise<Record<string, string>[]> {
  const records: string[][] = parse((await download(what, 'csv')).body, { bom: true });
  const book = await readXlsx(new Uint8Array((await download(what, 'xlsx')).rawPayload));
  const cells = (book.sheets[0]?.rows ?? []) as (Cells[string] | undefined)[][];
  expect(cells).toHaveLength(records.length);
  for (const [nth, record] of records.entries())
    expect(record.map((text, at) => asText(cells[nth]?.[at], text))).toEqual(record);
  return table(records);
}

const euros = (minor: number) => (minor / 100).toFixed(2);
const order = await paid.order();
const refund = await db
  .selectFrom('refunds')
  .selectAll()
  .where('order_id', '=', orderId)
  .executeTakeFirstOrThrow();
const invoice = await db
  .selectFrom('invoices')
  .selectAll()
  .where('order_id', '=', orderId)
  .executeTakeFirstOrThrow();
const note = await db
  .selectFrom('credit_notes')
  .selectAll()
  .where('order_id', '=', orderId)
  .executeTakeFirstOrThrow();
const numbered = ({ prefix, number }: { prefix: string; number: number }) =>
  harmlessCell(`${prefix}${String(number).padStart(5, '0')}`);
const { rows: charged } = await sql<{ name: string; minor: number }>`
  select c->>'name' as name, sum(i.quantity * (c->>'value')::int)::int as minor
  from app.order_items i cross join jsonb_array_elements(i.charges) c where i.order_id = ${orderId} group by 1`.execute(
  db,
);
const charge = (name: string) => charged.find((one) => one.name === name)?.minor ?? Number.NaN;
const local = async (of: ReturnType<typeof sql>) =>
  (
    await sql<{ text: string }>`select to_char(${of} at time zone e.timezone, 'YYYY-MM-DD HH24:MI') as text
      from app.events e where e.id = ${eventId}`.execute(db)
  ).rows[0]?.text;
const { timezone } = await db
  .selectFrom('events')
  .select('timezone')
  .where('id', '=', eventId)
  .executeTakeFirstOrThrow();

/** What every file of orders says of this one. */
const origin = {
  Order: order.reference,
  'First name': order.first_name,
  'Last name': order.last_name,
  Email: order.email,
};
const came = { 'Promo code': "'=TEN", Affiliate: '\'@Radio "Sol"; 99,9', Language: 'Portuguese (Brazil)' };
const money = {
  Subtotal: '66.66',
  Discount: '6.66',
  Fees: euros(charge('Booking')),
  'Booking (6%)': euros(charge('Booking')),
  Net: euros(order.total - charge('VAT') - charge('City tax')),
  'VAT (21%), included': euros(charge('VAT')),
  'City tax (3.3333%)': euros(charge('City tax')),
  Total: euros(order.total),
  Currency: 'EUR',
};

test('the order: net, discount, each fee and tax, total, refunded, method, references, invoice, code, affiliate, language', async () => {
  expect(
    Math.min(
      ...Object.values(money)
        .map(Number)
        .filter((n) => !Number.isNaN(n)),
    ),
  ).toBeGreaterThan(0);
  expect(await read('orders')).toEqual([
    {
      ...origin,
      ...money,
      ...came,
      Status: 'Partially refunded',
      'Number of tickets': '2',
      Tickets: '2 × Pass',
      'Adjustments paid by hand': '0.00',
      Paid: euros(order.total),
      Refunded: euros(refund.amount),
      'Lost to disputes': '0.00',
      'Total less refunds and lost disputes': euros(order.total - refund.amount),
      'Payment method': 'Test bank',
      'Payment reference': paid.remoteId,
      Invoice: numbered(invoice),
      'Credit note': numbered(note),
      [`Bought (${timezone})`]: await local(sql`${order.created_at}::timestamptz`),
      [`Completed (${timezone})`]: await local(sql`${order.completed_at}::timestamptz`),
      Size: 'XL, "wide"',
    },
  ]);
});

test('its line: what was sold, how many, how many of them are cancelled, and the same money', async () => {
  expect(await read('order-lines')).toEqual([
    {
      ...origin,
      ...money,
      ...came,
      Status: 'Partially refunded',
      Ticket: 'Pass',
      'Price tier': '',
      'Number of tickets': '2',
      'Cancelled tickets': '1',
      Adjustment: '',
      Price: '33.33',
      'Payment method': 'Test bank',
      Invoice: numbered(invoice),
      [`Bought (${timezone})`]: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
      [`Completed (${timezone})`]: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
    },
  ]);
});

test('its refund: how much, its net and taxes, why, for which ticket, by whom, and its references and documents', async () => {
  const { reference } = await db
    .selectFrom('attendees')
    .select('reference')
    .where('id', '=', first)
    .executeTakeFirstOrThrow();
  const maker = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', refund.created_by)
    .executeTakeFirstOrThrow();
  const [row = {}] = await read('refunds');
  const half = (name: string) => euros(charge(name) / 2);
  expect(row).toMatchObject({
    ...origin,
    Refunded: euros(order.total / 2),
    Net: euros(refund.amount - charge('VAT') / 2 - charge('City tax') / 2),
    'VAT (21%), included': half('VAT'),
    'City tax (3.3333%)': half('City tax'),
    Currency: 'EUR',
    Status: 'Refunded',
    Reason: 'Asked for',
    'Payment method': 'Test bank',
    'Payment reference': paid.remoteId,
    'Refund reference': refund.provider_refund_id,
    Tickets: reference,
    Invoice: numbered(invoice),
    'Credit note': numbered(note),
    Note: "'=Ill, sadly",
    'Made by': `${maker.first_name} ${maker.last_name}`,
  });
  expect(row[`Refunded on (${timezone})`] ?? row[`Refunded (${timezone})`]).toBe(
    await local(sql`${refund.settled_at}::timestamptz`),
  );
});

test('its attendees and their answers: who comes, since when, for how much, and what they said', async () => {
  const rows = await read('attendees');
  expect(rows.map((row) => row['Status']).sort()).toEqual(['Active', 'Cancelled']);
  const here = rows.find((row) => row['Status'] === 'Active');
  const said = { Size: 'XL, "wide"', "'+Meal": "'-1 = none", Birthday: '1987-02-28' };
  const entered = await db.selectFrom('check_ins').select('checked_in_at').executeTakeFirstOrThrow();
  const who = {
    'First name': order.first_name,
    'Last name': order.last_name,
    Email: order.email,
    Ticket: 'Pass',
    'Price tier': '',
    Status: 'Active',
    Order: order.reference,
  };
  expect(here).toMatchObject({
    ...who,
    ...said,
    ...came,
    // Each person has a language of their own.
    Language: 'Spanish',
    Price: euros(order.total / 2),
    Currency: 'EUR',
    [`Check-in time (${timezone})`]: await local(sql`${entered.checked_in_at}::timestamptz`),
  });
  const answers = await read('answers');
  expect(answers.find((row) => row['Status'] === 'Active')).toMatchObject({ ...who, ...said });
  expect(answers.find((row) => row['Status'] === 'Cancelled')).toMatchObject({
    Size: 'XL, "wide"',
    "'+Meal": '',
    Birthday: '',
  });
  expect(await read('check-ins')).toEqual([
    {
      ...who,
      'Ticket number': here?.['Ticket number'],
      'Check-in list': 'Main gate',
      Device: 'Door 1',
      [`Check-in time (${timezone})`]: here?.[`Check-in time (${timezone})`],
      [`Check-out time (${timezone})`]: '',
    },
  ]);
});
