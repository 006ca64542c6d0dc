import type { OrderRefunds } from '@entrada/contract/sales/refunds';
import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  cancellable,
  cancellableLines,
  draftOf,
  NEW_REFUND,
  proposesCancel,
  type RefundDraft,
  readAmount,
} from './values.ts';

type Attendee = OrderRefunds['attendees'][number];
type Refund = OrderRefunds['refunds'][number];
const attendee = (id: number, change: Partial<Attendee> = {}): Attendee => ({
  id,
  reference: `T-${id}`,
  firstName: 'Ana',
  lastName: 'Martí',
  email: 'ana@example.com',
  ticketName: 'General',
  priceLabel: '',
  status: 'active',
  unitTotal: 2624,
  isRefunded: false,
  ...change,
});
const money = (change: Partial<OrderRefunds> = {}): OrderRefunds => ({
  badge: 'COMPLETED',
  currency: 'EUR',
  isByHand: false,
  paid: 5248,
  refunded: 0,
  refundable: 5248,
  obstacle: null,
  attendees: [attendee(1), attendee(2)],
  lines: [],
  refunds: [],
  disputes: [],
  ...change,
});
const failed = (change: Partial<Refund>): Refund => ({
  id: 9,
  amount: 2050,
  currency: 'EUR',
  status: 'failed',
  reason: 'requested',
  failureCode: 'declined',
  note: 'Rained off',
  attendeeIds: [],
  lineIds: [],
  cancels: false,
  notifies: false,
  createdBy: 'Nuria Vidal',
  createdAt: '2026-11-21T07:00:00Z',
  settledAt: null,
  ...change,
});

describe('what a refund comes to', () => {
  it('is all that is left, what the chosen tickets cost, or what was typed', () => {
    expect(readAmount(NEW_REFUND, money({ refundable: 100 }), 'en')).toEqual({ amount: 100 });
    expect(readAmount({ ...NEW_REFUND, mode: 'tickets', attendeeIds: [1, 2] }, money(), 'en')).toEqual({
      amount: 5248,
    });
    expect(readAmount({ ...NEW_REFUND, mode: 'amount', amount: '20,50' }, money(), 'es')).toEqual({
      amount: 2050,
    });
  });

  it.each([
    [{ mode: 'tickets' as const }, {}, 'none'],
    [{ mode: 'tickets' as const, attendeeIds: [1] }, { attendees: [attendee(1, { unitTotal: 0 })] }, 'free'],
    [{ mode: 'tickets' as const, attendeeIds: [1] }, { refundable: 2623 }, 'above'],
    [{ mode: 'amount' as const, amount: '' }, {}, 'empty'],
    [{ mode: 'amount' as const, amount: '0' }, {}, 'zero'],
    [{ mode: 'amount' as const, amount: '52.49' }, {}, 'above'],
    [{ mode: 'amount' as const, amount: '1.005' }, {}, 'too_many_decimals'],
  ])('%j is refused', (draft, change, code) => {
    expect(readAmount({ ...NEW_REFUND, ...draft }, money(change), 'en')).toMatchObject({ wrong: { code } });
  });
});

describe('what is sent and cancelled', () => {
  const proposed = (change: Partial<RefundDraft>, view = money()) => {
    const draft = { ...NEW_REFUND, ...change };
    return proposesCancel(readAmount(draft, view, 'en').amount, view);
  };
  it('a full refund proposes to cancel, a partial one does not', () => {
    expect(NEW_REFUND.cancel).toBeNull();
    expect(proposed({})).toBe(true);
    expect(proposed({}, money({ refunded: 5148, refundable: 100 }))).toBe(true);
    expect(proposed({ mode: 'tickets', attendeeIds: [1, 2] })).toBe(true);
    expect(proposed({ mode: 'amount', amount: '52.48' })).toBe(true);
    expect(proposed({ mode: 'tickets', attendeeIds: [1] })).toBe(false);
    expect(proposed({ mode: 'amount', amount: '52.47' })).toBe(false);
    expect(proposed({ mode: 'amount', amount: '' })).toBe(false);
  });

  it('names tickets or an amount, never both, and cancels what the dialog shows', () => {
    const draft = { ...NEW_REFUND, attendeeIds: [2] };
    expect(bodyOf(draft, 5248, false)).toEqual({ amount: 5248, cancel: false, notify: true, note: '' });
    expect(bodyOf({ ...draft, mode: 'tickets' }, 2624, true)).toEqual({
      attendeeIds: [2],
      cancel: true,
      notify: true,
      note: '',
    });
  });

  it('is all of the order, or the chosen ones, that are not cancelled yet', () => {
    const view = money({ attendees: [attendee(1, { status: 'cancelled' }), attendee(2), attendee(3)] });
    expect(cancellable(NEW_REFUND, view).map(({ id }) => id)).toEqual([2, 3]);
    expect(cancellable({ mode: 'tickets', attendeeIds: [1, 3] }, view).map(({ id }) => id)).toEqual([3]);
  });
});

describe('lines that admit nobody', () => {
  const line = (id: number, change: Partial<OrderRefunds['lines'][number]> = {}) => ({
    ...{ id, ticketName: 'Support', priceLabel: '', quantity: 2, total: 1400 },
    ...{ isCancelled: false, isRefunded: false, ...change },
  });
  const draft = { ...NEW_REFUND, mode: 'tickets' as const, lineIds: [7] };
  it('are refunded as a whole, with tickets or alone', () => {
    const view = money({ lines: [line(7), line(8)] });
    expect(readAmount(draft, view, 'en')).toEqual({ amount: 1400 });
    expect(readAmount({ ...draft, attendeeIds: [1] }, view, 'en')).toEqual({ amount: 4024 });
    expect(bodyOf(draft, 1400, false)).toEqual({ lineIds: [7], cancel: false, notify: true, note: '' });
    expect(cancellableLines(draft, view).map(({ id }) => id)).toEqual([7]);
    expect(cancellableLines(NEW_REFUND, money({ lines: [line(7, { isCancelled: true }), line(8)] }))).toEqual(
      [line(8)],
    );
  });

  it('are chosen again after a refund that failed', () => {
    const how = { locale: 'de', canCancel: true };
    expect(draftOf(failed({ lineIds: [7, 8] }), money({ lines: [line(7)] }), how)).toMatchObject({
      mode: 'tickets',
      lineIds: [7],
    });
  });
});

describe('a failed refund once more', () => {
  const how = { locale: 'de', canCancel: true };
  it('has the same amount, tickets and note', () => {
    expect(draftOf(failed({}), money(), how)).toMatchObject({
      mode: 'amount',
      amount: '20,50',
      note: 'Rained off',
      notify: false,
    });
    expect(draftOf(failed({ attendeeIds: [2], cancels: true }), money(), how)).toMatchObject({
      mode: 'tickets',
      attendeeIds: [2],
      cancel: true,
    });
    expect(draftOf(failed({ amount: 5248 }), money(), how).mode).toBe('all');
  });

  it('cancels nothing that was cancelled with the first try', () => {
    expect(draftOf(failed({ cancels: true }), money(), { ...how, canCancel: false }).cancel).toBe(false);
  });
});
