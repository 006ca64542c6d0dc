import { expect, test } from 'vitest';
import { eventNews } from './event-news.ts';

const at = (day: number) => new Date(Date.UTC(2027, 5, day));
const event = { status: 'public', startsAt: at(11), effectiveEnd: at(13), updatedAt: at(1), readAt: at(2) };
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
  ['a draft again', { ...event, status: 'draft' }, same, 'planned', null],
  ['under way', { ...event, readAt: at(12) }, same, 'planned', null],
  ['over', { ...event, readAt: at(13) }, policy(at(4)), 'over', null],
  ['called off', { ...event, status: 'archived' }, same, 'called_off', null],
  ['moved and called off', { ...event, status: 'archived' }, policy(at(4)), 'called_off', null],
  ['called off, read later', { ...event, status: 'archived', readAt: at(20) }, same, 'called_off', null],
  [
    'put away after its end',
    { ...event, status: 'archived', updatedAt: at(14), readAt: at(20) },
    same,
    'over',
    null,
  ],
] as const)('an event %s', (_, facts, kept, state, movedFrom) => {
  expect(eventNews(facts, { policy: kept })).toEqual({ state, movedFrom: movedFrom?.toISOString() ?? null });
});
