import { type ExportName, exportPath } from '@entrada/contract/sales/exports';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildAccount, buildSession } from '../../accounts/factory.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import { bulkWorkRef } from '../../sales/bulk/job-ref.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { DEMO_EVENTS } from './program.ts';
import { seedDemo } from './seed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const app = await buildTestApp({ config: { rateLimits: { export: { points: 1000, seconds: 60 } } } });
const { db, database, files, config } = app;
await app.app.listen({ port: 0, host: '127.0.0.1' });
keepInvariants(db);
// An earlier start was interrupted. Its jobs name rows of the first try, and its process had begun one of them.
await db
  .insertInto('installation')
  .values({ key: 'demo_begun', value: JSON.stringify({ at: '' }) })
  .execute();
await buildAccount(db, { email: 'nuria@entrada.example' });
const left = ['waiting', 'begun'].map((state) => `left ${state}`);
for (const key of left) await enqueue(db, bulkWorkRef, { jobId: 4711 }, { key });
await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone', attempts = 1 where key = 'left begun'`.execute(
  db,
);
await seedDemo({
  built: app,
  database: { ...database, close: async () => undefined },
  files,
  config,
  log: () => undefined,
});
const { rows: leftOver } =
  await sql`select key from graphile_worker._private_jobs where key = any(${left})`.execute(db);
await app.runJobs();

await db.updateTable('users').set({ locale: 'en' }).execute();
const owner = await db.selectFrom('memberships').selectAll().executeTakeFirstOrThrow();
const organizer = app.as({ token: await buildSession(db, owner.user_id, owner.account_id) });
const events = await db.selectFrom('events').select('id').orderBy('id').execute();

/** The rows of a file, read by a library that did not write it. */
const READ = {
  csv: async (file: Buffer) => parse(file, { bom: true }),
  xlsx: async (file: Buffer) => (await readXlsx(new Uint8Array(file))).sheets[0]?.rows ?? [],
} as const;

/** One kind of file over all demo events, as a bookkeeper opens them. */
async function open(what: ExportName, format: keyof typeof READ): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = [];
  for (const { id } of events) {
    const reply = await organizer.send({ method: 'GET', url: `/api${exportPath(id, what, format)}` });
    expect(reply.statusCode, reply.body).toBe(200);
    const [headers = [], ...rows]: unknown[][] = await READ[format](reply.rawPayload);
    all.push(
      ...rows.map((row) => Object.fromEntries(headers.map((header, at) => [String(header), row[at]]))),
    );
  }
  return all;
}
const sum = (rows: Record<string, unknown>[], column: string) =>
  rows.reduce((total, row) => total + Math.round(Number(row[column] ?? 0) * 100), 0);

test('a demo that begins anew has nothing of the first try, also no jobs', async () => {
  expect(leftOver).toEqual([]);
  expect(await db.selectFrom('accounts').select('name').execute()).toEqual([{ name: 'Laboratorio Marea' }]);
  expect(events).toHaveLength(DEMO_EVENTS.length);
});

test('the bank knows every demo payment, and the refunds of the demo went through', async () => {
  const unknown = await sql<{ n: number }>`select count(*)::int as n from app.payments p
    left join test_bank.payments b on b.id = p.provider_payment_id and b.amount = p.amount where b.id is null`.execute(
    db,
  );
  expect(unknown.rows[0]?.n).toBe(0);
  const refunds = await db
    .selectFrom('refunds')
    .select(['status', 'reason', 'cancels'])
    .orderBy('id')
    .execute();
  expect(refunds).toEqual([
    { status: 'succeeded', reason: 'requested', cancels: true },
    { status: 'succeeded', reason: 'requested', cancels: true },
    { status: 'succeeded', reason: 'requested', cancels: false },
    { status: 'succeeded', reason: 'by_hand', cancels: true },
  ]);
});

test('nobody gets a mail about an order of the demo, and none looks as if it had failed', async () => {
  const { rows } = await sql<{ status: string; reason: string | null }>`
    select distinct status, last_error as reason from app.mails where order_id is not null`.execute(db);
  expect(rows).toEqual([{ status: 'sent', reason: null }]);
});

test.each(['csv', 'xlsx'] as const)(
  'the %s files of the demo alone say the tax to pay, what was refunded and what the bank paid out',
  async (format) => {
    const orders = await open('orders', format);
    const refunds = await open('refunds', format);
    const books = await sql<{ tax: number; refunded: number; bank: number }>`
    select (select sum(i.quantity * (c->>'value')::int) from app.order_items i join app.orders o on o.id = i.order_id
        cross join jsonb_array_elements(i.charges) c where o.completed_at is not null and c->>'name' = 'VAT')::int as tax,
      (select sum(amount) from app.refunds)::int as refunded,
      (select sum(amount - refunded) from test_bank.payments)::int as bank`.execute(db);
    const { tax, refunded, bank } = books.rows[0] ?? { tax: 0, refunded: 0, bank: 0 };
    const sold = orders.filter((row) => Number(row['Paid']) > 0);
    const vat = 'VAT (10%), included';
    expect(sum(sold, vat)).toBe(tax);
    const back = sum(refunds, vat);
    expect(back).toBeGreaterThan(0);
    expect(back + sum(refunds, 'Net')).toBe(refunded);
    expect(sum(refunds, 'Refunded')).toBe(refunded);
    expect(sum(orders, 'Refunded')).toBe(refunded);
    const byBank = sold.filter((row) => row['Payment method'] === 'Test bank');
    expect(sum(byBank, 'Paid') - sum(byBank, 'Refunded')).toBe(bank);
    const references = byBank.map((row) => row['Payment reference']);
    expect(new Set(references).size).toBe(byBank.length);
  },
);
