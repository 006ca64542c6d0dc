import { DAY_MS } from '@entrada/contract/constants';
import { expect, test } from 'vitest';
import { buildEvent, type EventOverrides } from '../catalog/events/factory.ts';
import { eventPath } from '../catalog/events/service.ts';
import { buildTicket } from '../catalog/tickets/factory.ts';
import { buildTestApp } from './app.ts';
import { buildShop } from './shop.ts';

/** Each visit comes when no shared page is young enough any more. */
let now = Date.now();
const app = await buildTestApp({
  pages: 'built',
  clock: { now: () => new Date(now) },
  config: { rateLimits: { 'public-read': { points: 100_000, seconds: 60 } } },
});
const { db } = app;
const madrid = { timezone: 'Europe/Madrid' };
const at = (days: number, clock = '18:00:00Z') =>
  new Date(`${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T${clock}`);

/** The text of a part of a page, without marks. */
const textOf = (html: string) => html.replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const visit = async (url: string, language = 'en') => {
  now += 5_000;
  const reply = await app.as().send({ method: 'GET', url, headers: { 'accept-language': language } });
  expect(reply.statusCode).toBe(200);
  const [next = ''] = /<aside[^>]*aria-labelledby="what-next"[\s\S]*?<\/aside>/.exec(reply.body) ?? [];
  return {
    html: reply.body,
    next: textOf(next),
    links: [...next.matchAll(/href="([^"]*)"/g)].map(([, to]) => to),
  };
};

const shop = await buildShop(db, {
  event: { title: 'Noche de estreno', startsAt: at(-3), endsAt: at(-2), ...madrid },
});
const { accountId, organizerId } = shop;
const { slug, name } = await db
  .selectFrom('organizers')
  .select(['slug', 'name'])
  .where('id', '=', organizerId)
  .executeTakeFirstOrThrow();
const pathOf = (one: { eventId: number; slug: string }) =>
  eventPath({ id: one.eventId, slug: one.slug, organizerSlug: slug });
const make = async (title: string, more: Partial<EventOverrides>, quantity = 10) => {
  const event = await buildEvent(db, { accountId, organizerId, title, ...madrid, ...more });
  await buildTicket(db, { accountId, eventId: event.eventId, quantity, type: 'free' });
  return event;
};

test('an event that is over, alone, says so and leads to the organizer and to all events', async () => {
  const { next, links } = await visit(pathOf(shop));
  expect(next).toContain('This event is over');
  expect(next).toContain(`${name} has no other event on sale at the moment.`);
  expect(links).toEqual([`/${slug}`, '/event']);
});

test('an event that is over or sold out offers what comes next, nearest first, and what is sold out last', async () => {
  const soldOut = await make('Sin sitio', { startsAt: at(9) }, 0);
  const far = await make('Más lejos', { startsAt: at(40) });
  const near = await make('Pronto', { startsAt: at(10) });
  const over = await visit(pathOf(shop));
  expect(over.links).toEqual([pathOf(near), pathOf(far), pathOf(soldOut), `/${slug}`, '/event']);
  expect(over.next).toContain('Sold out');
  const gone = await visit(pathOf(soldOut));
  expect(gone.next).toContain('All tickets are gone');
  expect(gone.links).toEqual([pathOf(near), pathOf(far), `/${slug}`, '/event']);
  expect((await visit(pathOf(near))).links).toEqual([]);
  const chinese = await visit(pathOf(soldOut), 'zh-CN');
  expect(chinese.next).toMatch(/\p{Script=Han}/u);
  expect(chinese.next).not.toContain('gone');
});

test('events without a cover have a drawn one, and cards say when they begin', async () => {
  const event = await make('Bajo la marea', { startsAt: at(20, '18:30:00Z') });
  for (const url of [pathOf(event), '/event?query=marea', `/${slug}`])
    expect((await visit(url)).html).toMatch(/<svg[^>]*viewBox="0 0 600 300"[\s\S]*?>B<\/text>/);
  const start = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/Madrid' }).format(
    at(20, '18:30:00Z'),
  );
  expect(textOf((await visit('/event?query=marea')).html)).toMatch(new RegExp(`, ${start}\\b`));
});

test('the page of the directory is narrowed by day and place, and says what it is narrowed to', async () => {
  await make('Teatro lejano', { startsAt: at(25), settings: { city: 'Cádiz' } });
  await make('Teatro cercano', { startsAt: at(2), settings: { city: 'Gijón' } });
  const shown = async (query: string) => textOf((await visit(`/event?${query}`)).html);
  const both = await shown('query=teatro');
  expect(both).toContain('Teatro lejano');
  expect(both).toContain('Teatro cercano');
  expect(await shown('query=teatro&days=week')).not.toContain('Teatro lejano');
  const cadiz = await visit(`/event?${new URLSearchParams({ query: 'teatro', place: 'Cádiz' })}`);
  expect(textOf(cadiz.html)).not.toContain('Teatro cercano');
  expect(cadiz.html).toMatch(/<option[^>]*value="Cádiz"[^>]*selected/);
  expect(await shown('query=teatro&place=Gij%C3%B3n&days=month')).toContain('Teatro cercano');
  expect(await shown('query=nothing-like-it')).toContain('No event matches that.');
});
