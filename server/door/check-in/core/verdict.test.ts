import { describe, expect, test } from 'vitest';
import { type DoorFacts, decideVerdict } from './verdict.ts';

const facts = (
  changes: {
    list?: Partial<DoorFacts['list']>;
    attendee?: Partial<NonNullable<DoorFacts['attendee']>> | null;
    now?: Date;
    code?: DoorFacts['code'];
  } = {},
): DoorFacts => ({
  list: { state: 'active', eventId: 1, admitsTicket: true, isCalledOff: false, ...changes.list },
  attendee:
    changes.attendee === null
      ? null
      : { status: 'active', eventId: 1, codeVersion: 2, own: null, ...changes.attendee },
  now: changes.now ?? new Date('2027-06-11T16:00:00Z'),
  code: changes.code ?? { kind: 'read', eventId: 1, codeVersion: 2 },
});

const SATURDAY = { startsAt: new Date('2027-06-12T16:00:00Z'), endsAt: new Date('2027-06-13T00:00:00Z') };

test.each([
  ['a moment too early', '2027-06-12T09:59:59.999Z', 'wrong_day'],
  ['6 hours before its start', '2027-06-12T10:00:00.000Z', 'admitted'],
  ['during it', '2027-06-12T20:00:00.000Z', 'admitted'],
  ['just before its end', '2027-06-12T23:59:59.999Z', 'admitted'],
  ['at its end', '2027-06-13T00:00:00.000Z', 'wrong_day'],
] as const)('a ticket with dates of its own, %s', (_, now, verdict) => {
  expect(decideVerdict(facts({ attendee: { own: SATURDAY }, now: new Date(now) }))).toBe(verdict);
});

describe('decideVerdict', () => {
  test.each([
    ['a good code', facts(), 'admitted'],
    ['somebody found by name', facts({ code: { kind: 'none' } }), 'admitted'],
    ['a code that is not ours', facts({ code: { kind: 'unreadable' } }), 'unknown'],
    ['a code of another event', facts({ code: { kind: 'read', eventId: 9, codeVersion: 2 } }), 'wrong_event'],
    [
      'a code printed before the ticket was reissued',
      facts({ code: { kind: 'read', eventId: 1, codeVersion: 1 } }),
      'revoked',
    ],
    ['nobody', facts({ attendee: null }), 'unknown'],
    ['somebody of another event', facts({ attendee: { eventId: 9 }, code: { kind: 'none' } }), 'unknown'],
    ['a good code of an event that is called off', facts({ list: { isCalledOff: true } }), 'called_off'],
    [
      'a cancelled ticket of an event that is called off',
      facts({ list: { isCalledOff: true }, attendee: { status: 'cancelled' } }),
      'called_off',
    ],
    ['a cancelled ticket', facts({ attendee: { status: 'cancelled' } }), 'cancelled'],
    ['an unpaid ticket', facts({ attendee: { status: 'awaiting_payment' } }), 'unpaid'],
    ['a ticket for another door', facts({ list: { admitsTicket: false } }), 'wrong_ticket'],
    ['a ticket of another day', facts({ attendee: { own: SATURDAY } }), 'wrong_day'],
    [
      'a cancelled ticket of another day',
      facts({ attendee: { own: SATURDAY, status: 'cancelled' } }),
      'cancelled',
    ],
    [
      'another day at another door',
      facts({ attendee: { own: SATURDAY }, list: { admitsTicket: false } }),
      'wrong_day',
    ],
    ['a list that is not active yet', facts({ list: { state: 'not_active' } }), 'not_active'],
    ['an expired list', facts({ list: { state: 'expired' } }), 'expired'],
  ] as const)('%s', (_, given, verdict) => {
    expect(decideVerdict(given)).toBe(verdict);
  });

  test('an inactive list tells nothing about anybody', () => {
    for (const state of ['not_active', 'expired'] as const) {
      const answers = [
        facts({ list: { state } }),
        facts({ list: { state }, attendee: null }),
        facts({ list: { state }, attendee: { status: 'cancelled' } }),
      ].map(decideVerdict);
      expect(new Set(answers).size).toBe(1);
    }
  });
});
