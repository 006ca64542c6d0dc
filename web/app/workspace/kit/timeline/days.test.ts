import type { TimelineEntry } from '@entrada/contract/insight/timeline';
import { expect, test } from 'vitest';
import { groupByDay, toneOf } from './days.ts';

const entry = (more: Partial<TimelineEntry>): TimelineEntry => ({
  key: more.at ?? '',
  kind: 'started',
  at: '2027-06-11T10:00:00Z',
  by: null,
  amount: null,
  count: null,
  disputeStatus: null,
  document: null,
  attendee: null,
  changed: [],
  mail: null,
  scan: null,
  ...more,
});

test('entries stand under their day, in the order in which they came', () => {
  const at = ['2027-06-12T09:00:00Z', '2027-06-11T23:00:00Z', '2027-06-11T10:00:00Z'];
  const days = groupByDay(
    at.map((one) => entry({ at: one })),
    (one) => one.slice(0, 10),
  );
  expect(days.map(({ name, entries }) => [name, entries.map((one) => one.at)])).toEqual([
    ['2027-06-12', [at[0]]],
    ['2027-06-11', [at[1], at[2]]],
  ]);
  expect(groupByDay([], String)).toEqual([]);
});

test('a refused mail, a refused scan and a failed payment are bad, a payment and an entry are good', () => {
  const mail = {
    id: 1,
    kind: 'refunded',
    to: 'a@b.c',
    subject: null,
    attempts: 1,
    words: null,
    bounced: null,
    sentAt: null,
  };
  const scan = { list: 'Gate', device: '' };
  expect(toneOf(entry({ kind: 'mail', mail: { ...mail, state: 'refused' } }))).toBe('bad');
  expect(toneOf(entry({ kind: 'mail', mail: { ...mail, state: 'bounced', bounced: 'full' } }))).toBe('bad');
  expect(toneOf(entry({ kind: 'mail', mail: { ...mail, state: 'accepted' } }))).toBeUndefined();
  expect(toneOf(entry({ kind: 'scan', scan: { ...scan, verdict: 'revoked' } }))).toBe('bad');
  expect(toneOf(entry({ kind: 'scan', scan: { ...scan, verdict: 'admitted' } }))).toBe('ok');
  expect(toneOf(entry({ kind: 'scan', scan: { ...scan, verdict: 'undone' } }))).toBeUndefined();
  expect(toneOf(entry({ kind: 'payment_failed' }))).toBe('bad');
  expect(toneOf(entry({ kind: 'completed_paid' }))).toBe('ok');
  expect(toneOf(entry({ kind: 'note_added' }))).toBeUndefined();
});
