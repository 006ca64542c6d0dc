import type { LiveChange } from '@entrada/contract/insight/live';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keys, touchedByOrders } from '../data/keys.ts';
import { createRefresher } from './refresher.ts';
import { isTouched, type Touched } from './touched.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const change = (eventId: number, noun: LiveChange['noun'] = 'orders'): LiveChange => ({
  eventId,
  noun,
  kind: 'new',
  ids: [1],
  count: 1,
});
const of = (...changes: LiveChange[]): Touched =>
  new Map(changes.map(({ eventId, noun }) => [eventId, new Set([noun])]));

test('fifty sales a second for ten seconds are read a few times, the last one included', async () => {
  const refresh = vi.fn(async (_: Touched) => undefined);
  const refresher = createRefresher(refresh);
  for (let nth = 0; nth < 500; nth += 1) {
    refresher.add([change(5)]);
    await vi.advanceTimersByTimeAsync(20);
  }
  expect(refresh.mock.calls.length).toBeLessThanOrEqual(5);
  const before = refresh.mock.calls.length;
  refresher.add([change(6)]);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(refresh.mock.calls.length).toBe(before + 1);
  const last = refresh.mock.lastCall?.[0];
  expect(last !== 'all' && last?.get(6)).toEqual(new Set(['orders']));
});

test('a slow reading is not repeated before it ends, and what came meanwhile is read after it', async () => {
  const ends: (() => void)[] = [];
  const refresh = vi.fn((_: Touched) => new Promise<void>((done) => void ends.push(done)));
  const refresher = createRefresher(refresh);
  refresher.add([change(5)]);
  await vi.advanceTimersByTimeAsync(200);
  refresher.add([change(6)]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(refresh).toHaveBeenCalledTimes(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(refresh).toHaveBeenCalledTimes(2);
});

test('a hidden page reads nothing and remembers everything', async () => {
  const refresh = vi.fn(async (_: Touched) => undefined);
  const refresher = createRefresher(refresh);
  refresher.hold(true);
  refresher.add([change(5)]);
  refresher.addAll();
  refresher.add([change(6)]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(refresh).not.toHaveBeenCalled();
  refresher.hold(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(refresh.mock.calls).toEqual([['all']]);
});

test('orders touch what orders touch, of their own event only, and no form', () => {
  const touched = of(change(5));
  for (const key of touchedByOrders(5)) {
    const shown = key === keys.events ? keys.eventList({}) : key;
    expect(isTouched(shown, touched), String(key)).toBe(true);
    if (key !== keys.events) expect(isTouched(key, of(change(6))), String(key)).toBe(false);
  }
  for (const key of [
    keys.order(5, 9),
    keys.checkInListList(5, {}),
    keys.attention(5),
    keys.eventAttention,
    keys.accountFigures,
    keys.figures(5, { range: '30' }),
    keys.forecast(5, {}),
  ])
    expect(isTouched(key, touched), String(key)).toBe(true);
  const untouched = [
    keys.ticket(5, 1),
    keys.promoCode(5, 1),
    keys.capacity(5, 1),
    keys.checkInList(5, 1),
    keys.event(5),
    keys.questions(5),
    keys.me,
    keys.eventCounts,
    keys.allOrganizers,
  ];
  for (const key of untouched) {
    expect(isTouched(key, touched), String(key)).toBe(false);
    expect(isTouched(key, 'all'), String(key)).toBe(false);
  }
  expect(isTouched(keys.stats(5), 'all')).toBe(true);
  expect(isTouched(keys.checkInListList(5, {}), of(change(5, 'check-ins')))).toBe(true);
  expect(isTouched(keys.orderList(5, {}), of(change(5, 'check-ins')))).toBe(false);
  const orderOf = { eventId: 5, orderId: 9 };
  expect(isTouched(keys.notesOf(orderOf), of(change(5, 'notes')))).toBe(true);
  for (const noun of ['notes', 'mails', 'answers'] as const)
    expect(isTouched(keys.timelineOf(orderOf, {}), of(change(5, noun)))).toBe(true);
  for (const shown of [keys.order(5, 9), keys.attendee(5, 9)])
    expect(isTouched(shown, of(change(5, 'answers')))).toBe(true);
  // The page of a message says by itself when it starts and when it ends.
  for (const shown of [keys.message(5, 9), keys.messageList(5, {})])
    expect(isTouched(shown, of(change(5, 'messages')))).toBe(true);
  // What a form was opened with stays.
  expect(isTouched([...keys.attendee(5, 9), 'move'], of(change(5, 'answers')))).toBe(false);
  for (const noun of ['notes', 'mails'] as const)
    expect(isTouched(keys.orderList(5, {}), of(change(5, noun)))).toBe(false);
});
