import { describe, expect, test } from 'vitest';
import { changeObstacle, earliestReturn, hasUnknownPlaceholder, moneyLineOf, wordsFor } from './change.ts';

const at = (day: number) => new Date(Date.UTC(2027, 5, day));

test.each([
  ['planned', { calledOffAt: null, effectiveEnd: at(13) }, at(12), null],
  ['over', { calledOffAt: null, effectiveEnd: at(13) }, at(13), 'EVENT_OVER'],
  ['called off', { calledOffAt: at(1), effectiveEnd: at(13) }, at(2), 'EVENT_CALLED_OFF'],
  [
    'called off, and its date has passed',
    { calledOffAt: at(1), effectiveEnd: at(13) },
    at(20),
    'EVENT_CALLED_OFF',
  ],
] as const)('an event that is %s', (_, event, now, expected) => {
  expect(changeObstacle(event, now)).toBe(expected);
});

test.each([
  ['called off', 'call_off', at(5), at(15)],
  ['moved to a later date', 'move', at(30), at(15)],
  ['moved to a sooner date', 'move', at(5), at(5)],
] as const)('people may ask for their money long enough if an event is %s', (_, kind, startsAt, expected) => {
  expect(earliestReturn(kind, { now: at(1), startsAt })).toEqual(expected);
});

test.each([
  ['Hola {firstName}', false],
  ['Hola {first_name}', true],
  ['Hola {firstName} {amount}', true],
  ['{ not a placeholder: 3 }', false],
])('placeholders of %j', (text, expected) => {
  expect(hasUnknownPlaceholder(text)).toBe(expected);
});

test('words follow what changed', () => {
  expect(wordsFor('call_off', { hasNewDates: false })).toBe('call_off');
  expect(wordsFor('move', { hasNewDates: true })).toBe('dates');
  expect(wordsFor('move', { hasNewDates: false })).toBe('place');
});

describe('what a buyer is told about the money', () => {
  const paid = { isAwaiting: false, total: 2500, refund: { minor: 2500, isByHand: false } };
  const off = (money: 'all' | 'asked' | 'none') => ({ kind: 'call_off', money }) as const;
  test.each([
    ['paid by card, all goes back', off('all'), paid, 'card', 2500],
    ['paid by hand', off('all'), { ...paid, refund: { minor: 2500, isByHand: true } }, 'by_hand', 2500],
    ['disputed', off('all'), { ...paid, refund: null }, 'contact', 0],
    ['nothing goes back', off('none'), paid, 'contact', 0],
    ['who asks', off('asked'), paid, 'ask', 0],
    ['free', off('all'), { isAwaiting: false, total: 0, refund: null }, 'none', 0],
    ['not paid yet', off('all'), { isAwaiting: true, total: 2500, refund: null }, 'awaited', 0],
    ['moved, who asks', { kind: 'move', money: 'asked' }, paid, 'ask', 0],
    ['moved, the usual rules', { kind: 'move', money: 'none' }, paid, 'none', 0],
    ['moved, not paid yet', { kind: 'move', money: 'asked' }, { ...paid, isAwaiting: true }, 'none', 0],
  ] as const)('%s', (_, change, order, way, minor) => {
    expect(moneyLineOf(change, order)).toEqual({ way, minor });
  });
});
