import { expect, test } from 'vitest';
import { serverClock } from './clock.ts';

const HOUR = 3_600_000;
const serverMs = Date.parse('2027-06-11T18:00:00Z');

/** A phone whose clock is wrong by `wrong` at the contact. */
function phone(wrong: number, { seenMs = 0, changedBy = 0 } = {}) {
  const clocks = { deviceMs: serverMs + wrong, steadyMs: 500 };
  const contact = { serverMs, deviceMs: clocks.deviceMs, untilMs: serverMs + 24 * HOUR };
  clocks.deviceMs += changedBy;
  const clock = serverClock({ contact, read: () => ({ ...clocks }), seenMs });
  const pass = (ms: number) => {
    clocks.deviceMs += ms;
    clocks.steadyMs += ms;
  };
  return { clock, clocks, pass, after: () => (clock.now() - serverMs) / HOUR };
}

test.each([0, HOUR, -HOUR, 24 * HOUR, -24 * HOUR])(
  'a clock that is wrong by %i ms tells the time of the server',
  (wrong) => {
    const { after, pass, clock } = phone(wrong);
    pass(2 * HOUR);
    expect(after()).toBe(2);
    pass(22 * HOUR - 1);
    expect(clock.isOver()).toBe(false);
    pass(1);
    expect(clock.isOver()).toBe(true);
  },
);

test('a clock that is set back prolongs nothing', () => {
  const { after, pass, clocks, clock } = phone(0);
  pass(20 * HOUR);
  expect(after()).toBe(20);
  clocks.deviceMs -= 24 * HOUR;
  expect(after()).toBe(20);
  pass(5 * HOUR);
  expect(clock.isOver()).toBe(true);
});

test('nor after the page was opened again: the latest time that was seen counts', () => {
  const { after, pass, clock } = phone(0, { seenMs: serverMs + 20 * HOUR, changedBy: -24 * HOUR });
  expect(after()).toBe(20);
  pass(4 * HOUR);
  expect(clock.isOver()).toBe(true);
});

test('a phone that slept, so that its steady clock stood still, goes by the other one', () => {
  const { after, clocks } = phone(-HOUR);
  clocks.deviceMs += 3 * HOUR;
  expect(after()).toBe(3);
});

test('a clock that is set ahead ends the tickets early, never late', () => {
  const { clocks, clock } = phone(0);
  clocks.deviceMs += 30 * HOUR;
  expect(clock.isOver()).toBe(true);
});
