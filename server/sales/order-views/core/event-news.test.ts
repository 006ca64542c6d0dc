import { expect, test } from 'vitest';
import { eventNews } from './event-news.ts';

const at = (day: number) => new Date(Date.UTC(2027, 5, day));
const event = {
  calledOffAt: null,
  movedAt: null,
  movedFromPlace: null,
  startsAt: at(11),
  effectiveEnd: at(13),
  readAt: at(2),
};
const policy = (startsAt: Date) => ({
  steps: [],
  startsAt: startsAt.toISOString(),
  timezone: 'Europe/Madrid',
});
const same = policy(at(11));

test.each([
  ['as it was bought', event, same, 'planned', null],
  ['without a policy', event, null, 'planned', null],
  ['moved', event, policy(at(4)), 'planned', at(4)],
  ['under way', { ...event, readAt: at(12) }, same, 'planned', null],
  ['over', { ...event, readAt: at(13) }, policy(at(4)), 'over', null],
  ['called off', { ...event, calledOffAt: at(1) }, same, 'called_off', null],
  ['moved and called off', { ...event, calledOffAt: at(1) }, policy(at(4)), 'called_off', null],
  ['called off, read later', { ...event, calledOffAt: at(1), readAt: at(20) }, same, 'called_off', null],
] as const)('an event %s', (_, facts, kept, state, movedFrom) => {
  expect(eventNews(facts, { policy: kept, createdAt: at(1) })).toEqual({
    state,
    movedFrom: movedFrom?.toISOString() ?? null,
    movedFromPlace: null,
  });
});

test.each([
  ['before it had another place', at(1), 'Pier 4'],
  ['when it had this place already', at(3), null],
])('an order made %s', (_, createdAt, expected) => {
  const moved = { ...event, movedAt: at(2), movedFromPlace: 'Pier 4' };
  expect(eventNews(moved, { policy: same, createdAt }).movedFromPlace).toBe(expected);
});
