import { reserveOrder } from '@entrada/contract/checkout';
import { getPublicEvent, validatePromoCode } from '@entrada/contract/public';
import { expect, test } from 'vitest';
import { checkPromo, readEvent, reserve } from './picker-calls.ts';

test.each([
  [readEvent, getPublicEvent],
  [checkPromo, validatePromoCode],
  [reserve, reserveOrder],
])('the picker calls what the contract declares: %o', (own, declared) => {
  expect(declared).toMatchObject({ ...own });
});
