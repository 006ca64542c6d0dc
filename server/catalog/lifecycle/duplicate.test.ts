import { deleteEventImage, getEvent, listEventImages } from '@entrada/contract/catalog/events';
import { COPY_PARTS } from '@entrada/contract/catalog/lifecycle';
import type { GiveBackStep } from '@entrada/contract/catalog/policies/give-back';
import { expect, test } from 'vitest';
import { chosen, useCopies } from '../../test/catalog/copies.ts';
import { buildFullEvent } from '../../test/catalog/full-event.ts';
import { cover, paint, uploader } from '../../test/drawing/pictures.ts';
import { buildEvent } from '../events/factory.ts';
import { buildTicket } from '../tickets/factory.ts';

const { app, owner, accountId, duplicate, rows, counters } = await useCopies();
const full = await buildFullEvent(app.db, accountId);

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
  // The copy moves from winter to summer. Noon stays noon in Madrid's local time, and the sale ends half an hour before
  // the start.
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
    .select(['event_id', 'public_key', 'sealed_by'])
    .where('event_id', 'in', [full.eventId, copy.id])
    .execute();
  expect(new Set(keys.map((key) => key.public_key.toString('hex'))).size).toBe(2);
  expect(keys.find((key) => key.event_id === copy.id)?.sealed_by).not.toBeNull();
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

test('with nothing chosen, only title, dates, place and description are copied', async () => {
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

test('tickets alone are copied without what belongs to them; of questions without tickets those for everybody', async () => {
  const bare = (await duplicate(full.eventId, { copy: chosen('tickets') })).body.data;
  expect((await rows('tickets', bare.id)).length).toBe(2);
  expect((await counters(bare.id)).map((counter) => counter.kind)).toEqual(['price', 'price', 'price']);
  const asking = (await duplicate(full.eventId, { copy: chosen('questions') })).body.data;
  const questions = (await rows('questions', asking.id)) as { title: string }[];
  expect(questions.map((question) => question.title)).toEqual(['Para todos']);
});

test('a sale that would end before it begins because clocks change still ends after it begins', async () => {
  const { eventId } = await buildEvent(app.db, { accountId, startsAt: new Date('2026-11-01T20:00:00Z') });
  // In Madrid's local time: 02:50, and 02:10 after the clocks went back in the same night.
  await buildTicket(app.db, {
    accountId,
    eventId,
    saleStartsAt: new Date('2026-10-25T00:50:00Z'),
    saleEndsAt: new Date('2026-10-25T01:10:00Z'),
  });
  const reply = await duplicate(eventId, { copy: chosen('tickets') });
  expect(reply.status, JSON.stringify(reply.problem)).toBe(201);
});

test('the dates of steps for giving tickets back move with the start, days before it stay', async () => {
  const { eventId } = await buildEvent(app.db, { accountId, startsAt: new Date('2027-06-11T16:00:00Z') });
  const step = (until: GiveBackStep['until']) => ({
    until,
    percent: '50',
    keepsFees: true,
    way: 'automatic',
  });
  const steps = [step({ unit: 'date', day: '2027-05-11' }), step({ unit: 'days', before: 7 })];
  await app.db
    .updateTable('event_settings')
    .set({ give_back_steps: JSON.stringify(steps) })
    .where('event_id', '=', eventId)
    .execute();
  const copied = async (settings: boolean) => {
    const reply = await duplicate(eventId, { copy: chosen(...(settings ? (['settings'] as const) : [])) });
    return reply.body.data.settings.giveBack;
  };
  // From 11 June to 1 August.
  expect(await copied(true)).toEqual([step({ unit: 'date', day: '2027-07-01' }), steps[1]]);
  expect(await copied(false)).toBeNull();
});

test('images are copied with their files, so that neither event takes them from the other', async () => {
  const { eventId } = await buildEvent(app.db, { accountId });
  const edit = { crop: { x: 0, y: 0, width: 800, height: 400 }, focal: { x: 10, y: 20 }, alt: 'Luz' };
  const picture = await paint(960, 480).png().toBuffer();
  await uploader(app, owner)(eventId, [...cover(picture), { name: 'edit', value: JSON.stringify(edit) }]);
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
