import { GIVEN_ROLES, ROLES } from '@entrada/contract/permissions';
import { expect, test } from 'vitest';
import { mayChange, mayGive } from './rules.ts';

const by = { userId: 1, role: 'admin' as const };

test('nobody changes the owner, and nobody themselves', () => {
  for (const role of ROLES) {
    const to = { role, isLimited: false };
    expect(mayChange(by, { userId: 2, role: 'owner' }, to)).toEqual({ ok: false, code: 'OWNER_FIXED' });
    expect(mayChange(by, { ...by }, to)).toEqual({ ok: false, code: 'OWN_MEMBERSHIP' });
  }
});

test('every role but the owner’s can be given; owners and administrators reach everything', () => {
  for (const role of GIVEN_ROLES) expect(mayGive({ role, isLimited: false })).toEqual({ ok: true });
  expect(mayGive({ role: 'owner', isLimited: false })).toEqual({ ok: false, code: 'OWNER_BY_HANDOVER' });
  expect(mayGive({ role: 'admin', isLimited: true })).toEqual({ ok: false, code: 'ROLE_REACHES_ALL' });
  expect(mayGive({ role: 'accounts', isLimited: true })).toEqual({ ok: true });
});
