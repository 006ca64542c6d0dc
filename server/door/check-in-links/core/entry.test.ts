import { expect, test } from 'vitest';
import { type LinkFacts, refusalOf } from './entry.ts';

const open: LinkFacts = {
  link_role: 'supervisor',
  link_closed_at: null,
  list_closed_at: null,
  link_user_id: null,
  member_role: null,
  has_pin: false,
  pin_version: 2,
  device_pin_version: null,
};
const then = new Date('2027-06-11T16:00:00Z');

test.each<[string, Partial<LinkFacts>, 'steward' | 'supervisor', ReturnType<typeof refusalOf>]>([
  ['an open link', {}, 'supervisor', null],
  ['a steward scans', { link_role: 'steward' }, 'steward', null],
  ['a steward searches', { link_role: 'steward' }, 'supervisor', 'DOOR_SUPERVISOR_ONLY'],
  ['a closed link', { link_closed_at: then }, 'steward', 'CHECK_IN_LIST_NOT_FOUND'],
  ['a closed list', { list_closed_at: then }, 'steward', 'CHECK_IN_LIST_NOT_FOUND'],
  ['a PIN that nobody entered', { has_pin: true }, 'steward', 'DOOR_PIN_REQUIRED'],
  ['a PIN of before', { has_pin: true, device_pin_version: 1 }, 'steward', 'DOOR_PIN_REQUIRED'],
  ['the PIN of now', { has_pin: true, device_pin_version: 2 }, 'steward', null],
  ['a member of the team', { link_user_id: 7, member_role: 'organizer' }, 'supervisor', null],
  [
    'one who may only scan',
    { link_user_id: 7, member_role: 'door_staff' },
    'supervisor',
    'DOOR_SUPERVISOR_ONLY',
  ],
  [
    'one who may only read',
    { link_user_id: 7, member_role: 'accounts' },
    'steward',
    'CHECK_IN_LIST_NOT_FOUND',
  ],
  ['somebody who left it', { link_user_id: 7 }, 'steward', 'CHECK_IN_LIST_NOT_FOUND'],
])('%s', (_, changes, atLeast, refusal) => {
  expect(refusalOf({ ...open, ...changes }, { atLeast })).toBe(refusal);
});
