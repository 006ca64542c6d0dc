import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { buildAccount } from '../../accounts/factory.ts';
import { hashPassword } from '../../accounts/password.ts';
import type { App } from '../../app.ts';
import { addEvent } from '../../catalog/events/service.ts';
import { replaceImage } from '../../catalog/images/service.ts';
import { buildOrganizer } from '../../catalog/organizers/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import type { Config } from '../../config/environment.ts';
import { whileAlone } from '../../db/advisory-lock.ts';
import { type Database, type Db, inTransaction } from '../../db/client.ts';
import type { Ctx } from '../../platform/context.ts';
import type { FileStore } from '../../platform/files.ts';
import { forgetAllJobs } from '../../platform/jobs/queries.ts';
import { drawArt } from './art.ts';
import { seedCapacity } from './capacity-assignments.ts';
import { seedDoor } from './check-in.ts';
import { demoDesign } from './designs.ts';
import { demoSettings } from './event-settings.ts';
import { seedLogo } from './logo.ts';
import { DEMO_EVENTS, type DemoEvent, type DemoTicket, type SeededTicket } from './program.ts';
import { seedPromo } from './promo-codes.ts';
import { seedQuestions } from './questions.ts';
import { createRandom } from './random.ts';
import { seedOffline } from './sales/offline-payments.ts';
import { seedOrders } from './sales/orders.ts';
import { seedPayments } from './sales/payments.ts';
import { seedRefunds } from './sales/refunds.ts';
import { inDays, localInstant, ZONE } from './time.ts';

type SeedOptions = {
  built: Pick<App, 'jobCtx' | 'provider'>;
  database: Database;
  files: FileStore;
  config: Config;
  log: (line: string) => void;
};
type DemoLogin = { email: string; password: string };

const EMAIL = 'nuria@entrada.example';

/** An arbitrary fixed number. It distinguishes this lock from others on the same database. */
const LOCK_KEY = 4_815_231_943;

/**
 * Loads the demo organizer with a year of events, orders and check-ins, once. If several processes start on one
 * database, one loads and the others wait for it. If an earlier start was interrupted, the data is deleted and created
 * again. If the database holds data of anybody, nothing changes (null). Takes an advisory lock.
 */
export async function seedDemo(options: SeedOptions): Promise<DemoLogin | null> {
  const { log, database } = options;
  const known = await readFact<DemoLogin>(database.db, 'demo');
  if (known) return known;
  const onWait = () => log('Another process loads the demo data: waiting for it');
  return whileAlone(database.pool, { key: LOCK_KEY, onWait }, (stillAlone) => load(options, stillAlone));
}

async function load(options: SeedOptions, stillAlone: () => void): Promise<DemoLogin | null> {
  const { db } = options.database;
  const known = await readFact<DemoLogin>(db, 'demo');
  if (known) return known;
  if (await readFact(db, 'demo_begun')) await forgetEverything(db);
  else if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return null;
  await writeFact(db, 'demo_begun', { at: new Date().toISOString() });
  const started = performance.now();
  const login = { email: EMAIL, password: randomBytes(9).toString('base64url') };
  await fill(options, login, stillAlone);
  await writeFact(db, 'demo', login);
  options.log(`Loaded demo data in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return login;
}

async function readFact<T>(db: Db, key: string): Promise<T | null> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst();
  return (row?.value as T | undefined) ?? null;
}

async function writeFact(db: Db, key: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  await db
    .insertInto('installation')
    .values({ key, value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
    .execute();
}

/**
 * Called only for demo data that was not finished. The queue is emptied in the same transaction, once nobody can add to the
 * first try any more: its jobs name rows by ids that the next try gives to others.
 */
async function forgetEverything(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`truncate app.accounts, app.users restart identity cascade`.execute(tx);
    await forgetAllJobs(tx);
  });
}

async function fill(
  { built, database, files, log, config }: SeedOptions,
  login: DemoLogin,
  stillAlone: () => void,
): Promise<void> {
  const { db } = database;
  log('Loading demo data');
  const owner = await buildAccount(db, {
    name: 'Laboratorio Marea',
    firstName: 'Nuria',
    lastName: 'Vidal',
    email: login.email,
    locale: config.defaultLocale,
    timezone: ZONE,
    passwordHash: await hashPassword(login.password),
  });
  const { accountId } = owner;
  await db.deleteFrom('sessions').where('user_id', '=', owner.userId).execute();
  const { organizerId } = await buildOrganizer(db, {
    accountId,
    name: 'Laboratorio Marea',
    slug: 'laboratorio-marea',
    email: 'hola@marea.example',
    website: 'https://marea.example',
    description: 'A non-profit producing sound and technology events in València since 2016.',
    timezone: ZONE,
  });
  const ctx: Ctx = {
    ...built.jobCtx,
    now: new Date(),
    requestId: null,
    actor: {
      kind: 'user',
      limited: false,
      userId: owner.userId,
      accountId,
      role: 'owner',
      sessionId: 0,
      emailConfirmed: true,
      locale: config.defaultLocale,
    },
  };
  await seedLogo(ctx, files, organizerId);
  const taxesAndFees = await insertTaxesAndFees(db, accountId);
  const random = createRandom(2027);
  for (const event of DEMO_EVENTS) {
    const eventId = await insertEvent(ctx, files, { event, organizerId });
    const tickets = await insertTickets(db, { accountId, eventId, event, taxesAndFees });
    if (event.key === 'marea') await insertPromoCodes(db, { accountId, eventId, tickets });
    await seedOrders(ctx, { eventId, event, tickets, random });
    await seedCapacity(ctx, { eventId, event, tickets });
    await seedQuestions(db, { accountId, eventId, event, tickets });
    await seedOffline(ctx, { eventId, event, tickets });
    await seedPayments(db, database.pool, eventId);
    await seedRefunds(ctx, built.provider, { eventId, event });
    await seedDoor(db, { accountId, eventId, event, random });
    if (event.key === 'marea') await seedPromo(db, { accountId, eventId, tickets });
    stillAlone();
    log(`  ${event.title}`);
  }
}

async function insertEvent(
  ctx: Ctx,
  files: FileStore,
  given: { event: DemoEvent; organizerId: number },
): Promise<number> {
  const { event, organizerId } = given;
  const { venue } = event;
  const draft = {
    title: event.title,
    organizerId,
    startsAt: localInstant(event.day, event.start).toISOString(),
    endsAt: localInstant(event.day + event.days - 1, event.end).toISOString(),
    timezone: ZONE,
    currency: 'EUR' as const,
    description: event.description,
    location: venue
      ? {
          venueName: venue.name,
          addressLine1: venue.address,
          city: venue.city,
          postalCode: venue.postalCode,
          country: 'ES',
        }
      : { isOnline: true, onlineDetails: event.onlineDetails ?? '' },
  };
  const id = await inTransaction(ctx.db, (tx) => addEvent(tx, ctx, draft));
  await ctx.db
    .updateTable('event_settings')
    .set({
      ...demoSettings(event.key),
      ...demoDesign(event.key),
      show_available_count: event.showAvailable ?? false,
      post_checkout_message: event.postCheckoutMessage ?? '',
    })
    .where('event_id', '=', id)
    .execute();
  await ctx.db
    .updateTable('events')
    .set({
      status: event.status,
      ...(event.status === 'public' && { published_at: inDays(-60) }),
      created_at: inDays(-70),
    })
    .where('id', '=', id)
    .execute();
  const content = await sharp(Buffer.from(drawArt(event.art)))
    .png()
    .toBuffer();
  await replaceImage(ctx, files, { eventId: id }, { content, edit: {} });
  return id;
}

type TaxesAndFees = { fee: number; vat: number };

async function insertTaxesAndFees(db: Db, accountId: number): Promise<TaxesAndFees> {
  const rows = await db
    .insertInto('taxes_and_fees')
    .values([
      {
        account_id: accountId,
        name: 'Booking fee',
        type: 'fee',
        calculation: 'percentage',
        rate: '6.0000',
        included: false,
        is_default: true,
      },
      {
        account_id: accountId,
        name: 'VAT',
        type: 'tax',
        calculation: 'percentage',
        rate: '10.0000',
        included: true,
        is_default: true,
      },
    ])
    .returning('id')
    .execute();
  const byPost = { name: 'Wristband by post', type: 'fee', amount: 250, currency: 'EUR' };
  await db
    .insertInto('taxes_and_fees')
    .values({ ...byPost, account_id: accountId, calculation: 'fixed' })
    .execute();
  return { fee: rows[0]?.id ?? 0, vat: rows[1]?.id ?? 0 };
}

const optionalDays = (days: number | undefined) => (days === undefined ? null : localInstant(days, '10:00'));

/** The own dates of a demo ticket as instants. An end that is not after the start is one of the next morning. */
function ownDates({ day }: DemoEvent, { own }: DemoTicket): { ownStartsAt?: Date; ownEndsAt?: Date } {
  if (!own) return {};
  const first = day + own.day;
  return {
    ownStartsAt: localInstant(first, own.start),
    ownEndsAt: localInstant(own.end > own.start ? first : first + 1, own.end),
  };
}

async function insertTickets(
  db: Db,
  given: { accountId: number; eventId: number; event: DemoEvent; taxesAndFees: TaxesAndFees },
): Promise<Map<string, SeededTicket>> {
  const { accountId, eventId, taxesAndFees } = given;
  const made = new Map<string, SeededTicket>();
  for (const [position, demo] of given.event.tickets.entries()) {
    const built = await buildTicket(db, {
      accountId,
      eventId,
      position,
      type: demo.type,
      name: demo.name,
      description: demo.description ?? '',
      admits: demo.admits ?? true,
      ...ownDates(given.event, demo),
      minPerOrder: demo.min ?? 1,
      maxPerOrder: demo.max ?? 10,
      hidden: demo.hidden ?? false,
      hideWithoutPromoCode: demo.onlyWithPromo ?? false,
      showQuantityRemaining: demo.showLeft ?? false,
      saleStartsAt: optionalDays(demo.saleFrom),
      taxesAndFees: demo.hasFee ? [taxesAndFees.fee, taxesAndFees.vat] : [],
      prices: demo.prices.map((price) => ({
        label: price.label ?? '',
        amount: price.amount,
        quantity: price.quantity,
        saleStartsAt: optionalDays(price.from),
        saleEndsAt: optionalDays(price.until),
      })),
    });
    made.set(demo.name, { ticketId: built.ticketId, demo, prices: built.prices });
  }
  return made;
}

async function insertPromoCodes(
  db: Db,
  given: { accountId: number; eventId: number; tickets: ReadonlyMap<string, { ticketId: number }> },
): Promise<void> {
  const owner = { account_id: given.accountId, event_id: given.eventId };
  const counters = await db
    .insertInto('counters')
    .values([
      { ...owner, kind: 'promo', quantity: 100, ceiling: 100 },
      { ...owner, kind: 'promo', quantity: null, ceiling: null },
    ])
    .returning('id')
    .execute();
  const codes = await db
    .insertInto('promo_codes')
    .values([
      {
        ...owner,
        counter_id: counters[0]?.id ?? 0,
        code: 'MAREA10',
        discount_type: 'percentage',
        percentage: '10',
        applies_to_all: false,
      },
      {
        ...owner,
        counter_id: counters[1]?.id ?? 0,
        code: 'PRENSA',
        discount_type: 'none',
        applies_to_all: false,
      },
    ])
    .returning('id')
    .execute();
  const [discount, press] = codes.map(({ id }) => id);
  if (discount === undefined || press === undefined) return;
  // A code for all tickets would also make the press ticket available.
  const links = [...given.tickets].map(([name, { ticketId }]) => ({
    account_id: given.accountId,
    promo_code_id: name === 'Press and partners' ? press : discount,
    ticket_id: ticketId,
  }));
  await db.insertInto('promo_code_tickets').values(links).execute();
}
