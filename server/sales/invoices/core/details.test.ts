import { expect, test } from 'vitest';
import type { Policy } from '../../../catalog/events/core/policy.ts';
import { invoiceObstacle, type OwnInvoiceFacts, ownInvoiceObstacle } from './details.ts';

const START = new Date('2027-06-11T16:00:00Z');
const names = { before: 2, unit: 'hours', later: false } as const;
const policy: Policy = {
  steps: [],
  names,
  passOn: null,
  startsAt: START.toISOString(),
  timezone: 'Europe/Madrid',
};
const facts = (change: Partial<OwnInvoiceFacts['order']> = {}, rest: Partial<OwnInvoiceFacts> = {}) =>
  ({
    order: {
      status: 'completed',
      refundStatus: 'none',
      total: 5000,
      invoiceChanges: 0,
      policy,
      ...change,
    },
    invoicing: true,
    isIssued: true,
    refunds: [],
    disputes: [],
    event: { status: 'public', startsAt: START },
    now: new Date('2027-06-01T00:00:00Z'),
    ...rest,
  }) satisfies OwnInvoiceFacts;

const awaiting = { status: 'awaiting_offline_payment' } as const;

test.each([
  ['a paid order with an invoice', facts(), null],
  ['an order that waits for its payment, before its invoice', facts(awaiting, { isIssued: false }), null],
  [
    'such an order of an event without invoices',
    facts(awaiting, { invoicing: false, isIssued: false }),
    'ORDER_HAS_NO_INVOICE',
  ],
  ['a free order', facts({ total: 0 }, { isIssued: false }), 'ORDER_HAS_NO_INVOICE'],
  ['a held order', facts({ status: 'reserved' }, { isIssued: false }), 'ORDER_NOT_COMPLETE'],
  ['a cancelled order, also with its invoice', facts({ status: 'cancelled' }), 'ORDER_CANCELLED'],
  ['a refunded order', facts({ refundStatus: 'full' }), 'ORDER_REFUNDED'],
  [
    'a part that was refunded',
    facts({ refundStatus: 'partial' }, { refunds: [{ status: 'succeeded' }] }),
    null,
  ],
  ['money on its way back', facts({}, { refunds: [{ status: 'pending' }] }), 'REFUND_PENDING'],
  ['a dispute', facts({}, { disputes: [{ status: 'under_review' }] }), 'PAYMENT_DISPUTED'],
  ['a question of a bank', facts({}, { disputes: [{ status: 'warning' }] }), 'PAYMENT_DISPUTED'],
  ['a dispute that was won', facts({}, { disputes: [{ status: 'won' }] }), null],
] as const)('for everybody: %s', (_, given, expected) => {
  expect(invoiceObstacle(given)).toBe(expected);
  expect(ownInvoiceObstacle(given)).toBe(expected);
});

test.each([
  ['an archived event', facts({}, { event: { status: 'archived', startsAt: START } }), 'EVENT_ARCHIVED'],
  ['no policy', facts({ policy: null }), 'CHANGE_NOT_OFFERED'],
  ['a policy without corrections', facts({ policy: { ...policy, names: null } }), 'CHANGE_NOT_OFFERED'],
  ['the last moment', facts({}, { now: new Date(START.getTime() - 7_200_001) }), null],
  ['the end of the time', facts({}, { now: new Date(START.getTime() - 7_200_000) }), 'CHANGE_OVER'],
  ['the last change', facts({ invoiceChanges: 4 }), null],
  ['too many changes', facts({ invoiceChanges: 5 }), 'INVOICE_CHANGES_EXHAUSTED'],
] as const)('for the buyer alone: %s', (_, given, expected) => {
  expect(invoiceObstacle(given)).toBeNull();
  expect(ownInvoiceObstacle(given)).toBe(expected);
});
