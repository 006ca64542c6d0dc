import type { GiveBackStep } from '@entrada/contract/catalog/policies/give-back';
import { describe, expect, test } from 'vitest';
import type { Policy } from '../../../catalog/events/core/policy.ts';
import { askedBecause, giveBackObstacle } from './give-back.ts';

const step: GiveBackStep = {
  until: { unit: 'days', before: 7 },
  percent: '100',
  keepsFees: true,
  way: 'automatic',
};
const policy: Policy = { steps: [step], startsAt: '2027-06-11T16:00:00.000Z', timezone: 'Europe/Madrid' };
const order = { policy, isManual: false, status: 'completed' as const };
const open = { order, isOver: false, hasOpenRequest: false, isRefundPending: false, ticketCount: 2 };
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
    ['not_offered', { ...open, order: { ...order, policy: null } }],
    ['not_offered', { ...open, order: { ...order, policy: { ...policy, steps: [] } } }],
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
