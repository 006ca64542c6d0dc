import { deleteEventImage, getEvent, listEventImages } from '@entrada/contract/events';
import { COPY_PARTS, type CopyPart, duplicateEvent } from '@entrada/contract/lifecycle';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { buildAccount } from '../accounts/factory.ts';
import { buildCapacity, buildPromoCode, buildTaxOrFee, buildTicket } from '../catalog/factory.ts';
import { buildEvent } from '../events/factory.ts';
import { newShortId } from '../platform/secrets.ts';
import { buildTestApp } from '../test/app.ts';

const app = await buildTestApp();
const owner = await buildAccount(app.db);
const stranger = await buildAccount(app.db);
const { accountId } = owner;

const chosen = (...parts: CopyPart[]) =>
  Object.fromEntries(COPY_PARTS.map((part) => [part, parts.includes(part)])) as Record<CopyPart, boolean>;
const body = (more: object = {}) => ({
  title: 'Noche de Luz II',
  startsAt: '2027-08-01T19:00:00.000Z',
  endsAt: '2027-08-01T22:00:00.000Z',
  copy: chosen(),
  ...more,
});
const duplicate = (eventId: number, given: object = {}, actor: { token?: string } = owner) =>
  app.as(actor).call(duplicateEvent, { params: { eventId: String(eventId) }, body: body(given) as never });

/** An event in winter with everything that can be copied, partly sold. */
async function buildFull() {
  const { eventId, organizerId } = await buildEvent(app.db, {
    accountId,
    startsAt: new Date('2027-02-01T20:00:00Z'),
    endsAt: new Date('2027-02-01T23:00:00Z'),
    description: '<p>Luz</p>',
    settings: {
      venue_name: 'Sala Prado',
      city: 'Madrid',
      order_timeout_minutes: 25,
      seo_title: 'Luz',
      show_available_count: true,
    },
  });
  const tax = await buildTaxOrFee(app.db, { accountId });
  const general = await buildTicket(app.db, {
    accountId,
    eventId,
    name: 'General',
    quantity: 40,
    taxesAndFees: [tax.id],
    saleStartsAt: new Date('2027-01-01T11:00:00Z'),
    saleEndsAt: new Date('2027-02-01T19:30:00Z'),
  });
  const tiers = await buildTicket(app.db, {
    accountId,
    eventId,
    name: 'Abono',
    type: 'tiered',
    prices: [
      { amount: 1000, quantity: 5, saleEndsAt: new Date('2027-01-10T23:00:00Z') },
      { amount: 2000, quantity: null },
    ],
  });
  await app.db
    .updateTable('counters')
    .set({ sold: 7, reserved: 2, quantity: 3, ceiling: 9 })
    .where('id', '=', general.counterId)
    .execute();
  await buildCapacity(app.db, {
    accountId,
    eventId,
    ticketIds: [general.ticketId, tiers.ticketId],
    quantity: 60,
  });
  await buildPromoCode(app.db, {
    accountId,
    eventId,
    code: 'LUZ',
    ticketIds: [tiers.ticketId],
    uses: 9,
    expiresAt: new Date('2027-01-31T22:59:00Z'),
  });
  await buildPromoCode(app.db, { accountId, eventId, code: 'TODAS' });
  const own = { account_id: accountId, event_id: eventId };
  const list = await app.db
    .insertInto('check_in_lists')
    .values({
      ...own,
      short_id: newShortId('cl'),
      name: 'Puerta',
      all_tickets: false,
      activates_at: new Date('2027-02-01T18:00:00Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('check_in_list_tickets')
    .values({ account_id: accountId, check_in_list_id: list.id, ticket_id: general.ticketId })
    .execute();
  await app.db
    .insertInto('affiliates')
    .values({ ...own, code: 'radio', name: 'Radio Luz', version: 4 })
    .execute();
  const ask = async (title: string, more: object = {}) =>
    (
      await app.db
        .insertInto('questions')
        .values({
          ...own,
          scope: 'attendee',
          type: 'dropdown',
          options: ['a,"b"', 'c'],
          title,
          position: 1,
          ...more,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  await ask('Para todos');
  await ask('Borrada', { deleted: true });
  const some = await ask('Solo general', { applies_to_all: false, position: 2 });
  await app.db
    .insertInto('question_tickets')
    .values({ account_id: accountId, question_id: some, ticket_id: general.ticketId })
    .execute();
  return { eventId, organizerId, taxId: tax.id };
}

const rows = (
  table: 'tickets' | 'questions' | 'promo_codes' | 'check_in_lists' | 'capacity_assignments',
  eventId: number,
) => app.db.selectFrom(table).selectAll().where('event_id', '=', eventId).orderBy('id').execute();
const counters = (eventId: number) =>
  app.db
    .selectFrom('counters')
    .select(['kind', 'quantity', 'ceiling', 'sold', 'reserved'])
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute();

const full = await buildFull();

test('everything: a draft of its own with nothing sold and references among its own rows', async () => {
  const reply = await duplicate(full.eventId, { copy: chosen(...COPY_PARTS) });
  expect(reply.status, JSON.stringify(reply.problem)).toBe(201);
  const copy = reply.body.data;
  expect(copy).toMatchObject({
    title: 'Noche de Luz II',
    slug: 'noche-de-luz-ii',
    status: 'draft',
    version: 1,
    startsAt: '2027-08-01T19:00:00.000Z',
    endsAt: '2027-08-01T22:00:00.000Z',
    description: '<p>Luz</p>',
    organizer: { id: full.organizerId },
    location: { venueName: 'Sala Prado', city: 'Madrid' },
    settings: { orderTimeoutMinutes: 25, showAvailableCount: true },
  });
  expect(copy.id).not.toBe(full.eventId);
  expect(await counters(copy.id)).toEqual([
    { kind: 'price', quantity: 3, ceiling: 3, sold: 0, reserved: 0 },
    { kind: 'price', quantity: 5, ceiling: 5, sold: 0, reserved: 0 },
    { kind: 'price', quantity: null, ceiling: null, sold: 0, reserved: 0 },
    { kind: 'capacity', quantity: 60, ceiling: 60, sold: 0, reserved: 0 },
    { kind: 'promo', quantity: 9, ceiling: 9, sold: 0, reserved: 0 },
    { kind: 'promo', quantity: null, ceiling: null, sold: 0, reserved: 0 },
  ]);
  const tickets = (await rows('tickets', copy.id)) as {
    id: number;
    name: string;
    sale_starts_at: Date;
    sale_ends_at: Date;
  }[];
  expect(tickets.map((ticket) => ticket.name)).toEqual(['General', 'Abono']);
  // From winter to summer: noon stays noon on the clocks of Madrid, and the sale ends half an hour before the start.
  expect(tickets[0]?.sale_starts_at.toISOString()).toBe('2027-07-01T10:00:00.000Z');
  expect(tickets[0]?.sale_ends_at.toISOString()).toBe('2027-08-01T18:30:00.000Z');
  const prices = await app.db
    .selectFrom('ticket_prices as p')
    .innerJoin('counters as c', 'c.id', 'p.counter_id')
    .select(['p.ticket_id', 'p.amount', 'p.sale_ends_at', 'c.event_id'])
    .where('p.event_id', '=', copy.id)
    .orderBy('p.id')
    .execute();
  expect(prices.map((price) => [price.ticket_id, price.amount, price.event_id])).toEqual([
    [tickets[0]?.id, 2500, copy.id],
    [tickets[1]?.id, 1000, copy.id],
    [tickets[1]?.id, 2000, copy.id],
  ]);
  expect(prices[1]?.sale_ends_at?.toISOString()).toBe('2027-07-10T22:00:00.000Z');
  const links = await app.db
    .selectFrom('ticket_taxes_and_fees')
    .select(['ticket_id', 'tax_or_fee_id'])
    .where(
      'ticket_id',
      'in',
      tickets.map((ticket) => ticket.id),
    )
    .execute();
  expect(links).toEqual([{ ticket_id: tickets[0]?.id, tax_or_fee_id: full.taxId }]);
  const promos = (await rows('promo_codes', copy.id)) as { code: string; expires_at: Date | null }[];
  expect(promos.map((promo) => [promo.code, promo.expires_at?.toISOString()])).toEqual([
    ['LUZ', '2027-07-31T21:59:00.000Z'],
    ['TODAS', undefined],
  ]);
  const promoTickets = await app.db
    .selectFrom('promo_code_tickets as l')
    .innerJoin('promo_codes as p', 'p.id', 'l.promo_code_id')
    .select('l.ticket_id')
    .where('p.event_id', '=', copy.id)
    .execute();
  expect(promoTickets).toEqual([{ ticket_id: tickets[1]?.id }]);
  const pools = await app.db
    .selectFrom('capacity_assignment_tickets as l')
    .innerJoin('capacity_assignments as a', 'a.id', 'l.capacity_assignment_id')
    .select('l.ticket_id')
    .where('a.event_id', '=', copy.id)
    .orderBy('l.ticket_id')
    .execute();
  expect(pools.map((pool) => pool.ticket_id)).toEqual(tickets.map((ticket) => ticket.id));
  const affiliates = await app.db
    .selectFrom('affiliates')
    .select(['code', 'name', 'version'])
    .where('event_id', '=', copy.id)
    .execute();
  expect(affiliates).toEqual([{ code: 'radio', name: 'Radio Luz', version: 1 }]);
  const questions = (await rows('questions', copy.id)) as { title: string; options: string[] }[];
  expect(questions.map((question) => [question.title, question.options])).toEqual([
    ['Para todos', ['a,"b"', 'c']],
    ['Solo general', ['a,"b"', 'c']],
  ]);
  const lists = (await rows('check_in_lists', copy.id)) as { short_id: string; activates_at: Date }[];
  const [source] = (await rows('check_in_lists', full.eventId)) as { short_id: string }[];
  expect(lists).toHaveLength(1);
  expect(lists[0]?.short_id).not.toBe(source?.short_id);
  expect(lists[0]?.activates_at.toISOString()).toBe('2027-08-01T17:00:00.000Z');
  const keys = await app.db
    .selectFrom('event_keys')
    .select('public_key')
    .where('event_id', 'in', [full.eventId, copy.id])
    .execute();
  expect(new Set(keys.map((key) => key.public_key.toString('hex'))).size).toBe(2);
  const audited = await app.db
    .selectFrom('audit_entries')
    .select(['action', 'after'])
    .where('target_id', '=', copy.id)
    .where('target_type', '=', 'event')
    .execute();
  expect(audited).toMatchObject([
    { action: 'event.duplicated', after: { from: full.eventId, parts: [...COPY_PARTS] } },
  ]);
});

test('nothing chosen: title, dates, place and description, and no more', async () => {
  const reply = await duplicate(full.eventId, { endsAt: null });
  const copy = reply.body.data;
  expect(copy).toMatchObject({
    endsAt: null,
    description: '<p>Luz</p>',
    location: { venueName: 'Sala Prado' },
    settings: { orderTimeoutMinutes: 15, showAvailableCount: false },
    cover: null,
  });
  expect(await counters(copy.id)).toEqual([]);
  for (const table of [
    'tickets',
    'questions',
    'promo_codes',
    'check_in_lists',
    'capacity_assignments',
  ] as const)
    expect(await rows(table, copy.id), table).toEqual([]);
});

test('tickets without what hangs on them; questions without tickets are those for everybody', async () => {
  const bare = (await duplicate(full.eventId, { copy: chosen('tickets') })).body.data;
  expect((await rows('tickets', bare.id)).length).toBe(2);
  expect((await counters(bare.id)).map((counter) => counter.kind)).toEqual(['price', 'price', 'price']);
  const asking = (await duplicate(full.eventId, { copy: chosen('questions') })).body.data;
  const questions = (await rows('questions', asking.id)) as { title: string }[];
  expect(questions.map((question) => question.title)).toEqual(['Para todos']);
});

test.each(['taxesAndFees', 'capacity', 'promoCodes', 'checkInLists'] as const)(
  '%s need the tickets',
  async (part) => {
    const reply = await duplicate(full.eventId, { copy: chosen(part) });
    expect(reply.status).toBe(422);
    expect(reply.problem.errors).toEqual([{ path: `copy.${part}`, code: 'needs_tickets' }]);
  },
);

test.each<[string, object, string]>([
  ['title', { title: ' ' }, 'required'],
  ['title', { title: 'x'.repeat(151) }, 'too_long'],
  ['startsAt', { startsAt: 'tomorrow' }, 'invalid_date'],
  ['endsAt', { endsAt: '2027-08-01T19:00:00.000Z' }, 'must_be_after_start'],
  ['copy', { copy: undefined }, 'required'],
  ['copy.tickets', { copy: { ...chosen(), tickets: 'yes' } }, 'invalid_format'],
  ['copy.orders', { copy: { ...chosen(), orders: true } }, 'unknown_field'],
  ['status', { status: 'public' }, 'unknown_field'],
])('%s: %o is refused', async (path, more, code) => {
  const reply = await duplicate(full.eventId, more);
  expect(reply.status).toBe(422);
  expect(reply.problem.errors).toContainEqual(expect.objectContaining({ path, code }));
});

test('the longest title is taken, and an archived event can be copied', async () => {
  const { eventId } = await buildEvent(app.db, { accountId, status: 'archived' });
  const reply = await duplicate(eventId, { title: 'x'.repeat(150) });
  expect(reply.body.data).toMatchObject({ status: 'draft', title: 'x'.repeat(150) });
});

test('another account and nobody get nothing', async () => {
  expect((await duplicate(full.eventId, {}, stranger)).status).toBe(404);
  expect((await duplicate(full.eventId, {}, {})).status).toBe(401);
});

test('windows that clocks going back would turn round stay windows', async () => {
  const { eventId } = await buildEvent(app.db, { accountId, startsAt: new Date('2026-11-01T20:00:00Z') });
  // 02:50 and, an hour of clocks later, 02:10 of the same night in Madrid.
  await buildTicket(app.db, {
    accountId,
    eventId,
    saleStartsAt: new Date('2026-10-25T00:50:00Z'),
    saleEndsAt: new Date('2026-10-25T01:10:00Z'),
  });
  const reply = await duplicate(eventId, { copy: chosen('tickets') });
  expect(reply.status, JSON.stringify(reply.problem)).toBe(201);
});

test('500 tickets and 10,000 promo codes', async () => {
  const { eventId } = await buildEvent(app.db, { accountId });
  const { ticketId } = await buildTicket(app.db, { accountId, eventId });
  const { promoCodeId } = await buildPromoCode(app.db, {
    accountId,
    eventId,
    code: 'FIRST',
    ticketIds: [ticketId],
  });
  for (let n = 0; n < 499; n += 1) await buildTicket(app.db, { accountId, eventId, name: `T${n}` });
  const made = await app.db
    .insertInto('counters')
    .values(Array.from({ length: 9999 }, () => ({ account_id: accountId, event_id: eventId, kind: 'promo' })))
    .returning('id')
    .execute();
  await app.db
    .insertInto('promo_codes')
    .values(
      made.map(({ id }) => ({
        account_id: accountId,
        event_id: eventId,
        counter_id: id,
        code: `C${id}`,
        discount_type: 'none',
      })),
    )
    .execute();
  expect(promoCodeId).toBeGreaterThan(0);
  const copy = (await duplicate(eventId, { copy: chosen(...COPY_PARTS) })).body.data;
  expect((await rows('tickets', copy.id)).length).toBe(500);
  expect((await rows('promo_codes', copy.id)).length).toBe(10_000);
}, 60_000);

describe('images', () => {
  const picture = () =>
    sharp({ create: { width: 960, height: 480, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
  const upload = async (eventId: number) => {
    const boundary = 'b';
    const field = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const edit = JSON.stringify({
      crop: { x: 0, y: 0, width: 800, height: 400 },
      focal: { x: 10, y: 20 },
      alt: 'Luz',
    });
    await app.as(owner).send({
      method: 'POST',
      url: `/api/events/${eventId}/images`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([
        Buffer.from(
          `${field('type', 'EVENT_COVER')}${field('edit', edit)}--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n`,
        ),
        await picture(),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    });
  };

  test('are copied with their files, so that neither event takes them from the other', async () => {
    const { eventId } = await buildEvent(app.db, { accountId });
    await upload(eventId);
    const reply = await duplicate(eventId, { copy: chosen('images') });
    const params = { eventId: String(reply.body.data.id) };
    const [image] = (await app.as(owner).call(listEventImages, { params })).body.data;
    expect(image).toMatchObject({ alt: 'Luz', focal: { x: 10, y: 20 }, crop: { width: 800 }, width: 800 });
    const from = { eventId: String(eventId) };
    const [source] = (await app.as(owner).call(listEventImages, { params: from })).body.data;
    expect(image?.id).not.toBe(source?.id);
    await app.as(owner).call(deleteEventImage, { params: { ...from, imageId: String(source?.id) } });
    for (const url of [image?.original.url, ...(image?.sources ?? []).map((one) => one.url)])
      expect((await app.as().send({ method: 'GET', url: url ?? '' })).statusCode, url).toBe(200);
    expect((await app.as(owner).call(getEvent, { params: from })).body.data.cover).toBeNull();
  });
});
