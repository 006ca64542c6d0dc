import { expect, test } from 'vitest';
import { DEMO_EVENTS } from './program.ts';
import { localInstant, ZONE } from './time.ts';

const tickets = DEMO_EVENTS.flatMap((event) => event.tickets.map((ticket) => ({ event, ticket })));
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

test('a ticket that names a weekday is for that day of its event', () => {
  const named = tickets.flatMap(({ event, ticket }) => {
    const weekday = WEEKDAYS.findIndex((name) => ticket.name.toLowerCase().includes(name)) + 1;
    return weekday > 0 ? [{ event, ticket, weekday }] : [];
  });
  expect(named.map(({ ticket }) => ticket.name)).toEqual([
    'Friday night',
    'Saturday lab sessions',
    'Sunday closing',
  ]);
  for (const { event, ticket, weekday } of named) {
    const day = localInstant(event.day + (ticket.own?.day ?? 99), '12:00');
    const found = Temporal.Instant.fromEpochMilliseconds(day.getTime()).toZonedDateTimeISO(ZONE);
    expect(found.dayOfWeek, ticket.name).toBe(weekday);
  }
});

test('own dates lie within their event', () => {
  for (const { event, ticket } of tickets) {
    if (!ticket.own) continue;
    const { day, start, end } = ticket.own;
    expect(day * 24 + Number(start.slice(0, 2)), ticket.name).toBeGreaterThanOrEqual(
      Number(event.start.slice(0, 2)),
    );
    const last = (day + (end > start ? 0 : 1)) * 24 + Number(end.slice(0, 2));
    expect(last, ticket.name).toBeLessThanOrEqual((event.days - 1) * 24 + Number(event.end.slice(0, 2)));
  }
});

test('donations let nobody in, one ticket is for one person, and nothing promises another entry', () => {
  for (const { ticket } of tickets) {
    expect(ticket.admits ?? true, ticket.name).toBe(ticket.type !== 'donation');
    expect(`${ticket.name} ${ticket.description}`).not.toMatch(/re-?entry|for (two|three|four) people/i);
  }
});
