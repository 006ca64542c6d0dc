import type { GiveBackStep } from '@entrada/contract/catalog/policies/give-back';
import { describe, expect, test } from 'vitest';
import { askedBecause, giveBackObstacle, returnsOf } from './give-back.ts';

const step: GiveBackStep = {
  until: { unit: 'days', before: 7 },
  percent: '100',
  keepsFees: true,
  way: 'automatic',
};
const order = { isManual: false, status: 'completed' as const };
const open = {
  order,
  isOffered: true,
  isOver: false,
  hasOpenRequest: false,
  isRefundPending: false,
  ticketCount: 2,
};
const ticket = {
  step,
  hasStarted: false,
  hasEntered: false,
  wasPassedOn: false,
  wasMoved: false,
  isDisputed: false,
  isByHand: false,
  canRefund: true,
  back: 4500,
};

describe('an order', () => {
  test.each([
    [null, open],
    ['not_offered', { ...open, isOffered: false }],
    ['added_by_hand', { ...open, order: { ...order, isManual: true } }],
    ['not_complete', { ...open, order: { ...order, status: 'cancelled' as const } }],
    ['requested', { ...open, hasOpenRequest: true, isOver: true }],
    ['over', { ...open, isOver: true }],
    ['refund_pending', { ...open, isRefundPending: true }],
    ['nothing_left', { ...open, ticketCount: 0 }],
  ] as const)('%s', (expected, facts) => {
    expect(giveBackObstacle(facts)).toBe(expected);
  });
});

const day = (date: number) => new Date(Date.UTC(2027, 4, date));
const all = { percent: '100', keepsFees: false, way: 'automatic' };
const moved = { calledOffAt: null, movedAt: day(10), returnsUntil: day(24) };

test.each([
  ['bought before, in time', moved, day(9), day(23), all],
  ['bought before, too late', moved, day(9), day(24), null],
  ['bought since', moved, day(10), day(23), null],
  ['nothing changed', { ...moved, movedAt: null }, day(9), day(23), null],
  ['the usual rules count', { ...moved, returnsUntil: null }, day(9), day(23), null],
  ['called off after a move', { ...moved, calledOffAt: day(15) }, day(12), day(23), all],
] as const)('what a change of the event gives back: %s', (_, event, createdAt, now, expected) => {
  expect(returnsOf(event, { createdAt }, now)).toEqual(expected);
});

describe('a ticket ends at once, or a person decides', () => {
  test.each([
    [null, ticket],
    ['policy', { ...ticket, step: { way: 'asked' as const } }],
    ['checked_in', { ...ticket, hasEntered: true, back: 0 }],
    ['disputed', { ...ticket, isDisputed: true }],
    ['passed_on', { ...ticket, wasPassedOn: true, back: 0 }],
    ['moved', { ...ticket, wasMoved: true }],
    ['started', { ...ticket, hasStarted: true, back: 0 }],
    ['paid_without_card', { ...ticket, isByHand: true }],
    ['not_possible', { ...ticket, canRefund: false }],
    [null, { ...ticket, canRefund: false, isByHand: true, back: 0 }],
  ] as const)('%s', (expected, facts) => {
    expect(askedBecause(facts)).toBe(expected);
  });
});
