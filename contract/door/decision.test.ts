import { describe, expect, test } from 'vitest';
import { type DoorFacts, decideVerdict } from './decision.ts';

const facts = (
  changes: {
    list?: Partial<DoorFacts['list']>;
    attendee?: Partial<NonNullable<DoorFacts['attendee']>> | null;
    now?: Date;
    code?: DoorFacts['code'];
    last?: DoorFacts['last'];
    direction?: DoorFacts['direction'];
  } = {},
): DoorFacts => ({
  list: {
    state: 'active',
    eventId: 1,
    admitsTicket: true,
    isCalledOff: false,
    allowsReentry: true,
    ...changes.list,
  },
  attendee:
    changes.attendee === null
      ? null
      : { status: 'active', eventId: 1, codeVersion: 2, own: null, ...changes.attendee },
  now: changes.now ?? new Date('2027-06-11T16:00:00Z'),
  code: changes.code ?? { kind: 'read', eventId: 1, codeVersion: 2 },
  direction: changes.direction ?? 'in',
  last: changes.last ?? null,
});

const ago = (seconds: number, { isOwn = true, direction = 'in' as 'in' | 'out' } = {}) => ({
  at: new Date(Date.parse('2027-06-11T16:00:00Z') - seconds * 1000),
  direction,
  isOwn,
});
const out = { direction: 'out' } as const;

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
    ['a code that is not ours', facts({ code: { kind: 'foreign' } }), 'unknown'],
    [
      'a code that no key signed, although it names somebody who is inside',
      facts({ code: { kind: 'foreign' }, last: ago(3) }),
      'unknown',
    ],
    ['a part of a code', facts({ code: { kind: 'unreadable' } }), 'unreadable'],
    ['a number', facts({ code: { kind: 'number' }, attendee: null }), 'number'],
    [
      'a number before the list begins',
      facts({ code: { kind: 'number' }, list: { ...facts().list, state: 'not_active' } }),
      'not_active',
    ],
    ['somebody who is inside', facts({ last: ago(10) }), 'already_in'],
    ['the same ticket seconds later', facts({ last: ago(9.9) }), 'just_scanned'],
    [
      'the same ticket seconds later at another phone of the same name',
      facts({ last: ago(3, { isOwn: false }) }),
      'already_in',
    ],
    ['a name looked up seconds later', facts({ last: ago(3), code: { kind: 'none' } }), 'already_in'],
    [
      'cancelled since its first scan',
      facts({ last: ago(3), attendee: { status: 'cancelled' } }),
      'cancelled',
    ],
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
      'another day at another phone of the same name',
      facts({ attendee: { own: SATURDAY }, list: { admitsTicket: false } }),
      'wrong_day',
    ],
    ['in again after leaving', facts({ last: ago(60, out) }), 'admitted'],
    ['in again at once', facts({ last: ago(2, out) }), 'admitted'],
    ['out', facts({ ...out, last: ago(60) }), 'checked_out'],
    ['out at once', facts({ ...out, last: ago(2) }), 'checked_out'],
    ['out, found by name', facts({ ...out, last: ago(60), code: { kind: 'none' } }), 'checked_out'],
    ['out without an entry', facts(out), 'not_inside'],
    ['out a second time', facts({ ...out, last: ago(60, out) }), 'not_inside'],
    ['out twice within seconds', facts({ ...out, last: ago(5, out) }), 'just_scanned'],
    ['out twice, at two phones', facts({ ...out, last: ago(5, { ...out, isOwn: false }) }), 'not_inside'],
    [
      'out where nobody may come back',
      facts({ ...out, last: ago(60), list: { allowsReentry: false } }),
      'no_check_out',
    ],
    [
      'out with a ticket that was cancelled',
      facts({ ...out, last: ago(60), attendee: { status: 'cancelled' } }),
      'checked_out',
    ],
    [
      'out when the event was called off',
      facts({ ...out, last: ago(60), list: { isCalledOff: true } }),
      'checked_out',
    ],
    [
      'out by an old code',
      facts({ ...out, last: ago(60), code: { kind: 'read', eventId: 1, codeVersion: 1 } }),
      'revoked',
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
