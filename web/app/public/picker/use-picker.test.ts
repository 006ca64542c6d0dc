import { getPublicEvent, validatePromoCode } from '@entrada/contract/catalog/shop';
import { reserveOrder } from '@entrada/contract/sales/checkout';
import { expect, test } from 'vitest';
import { reserve } from './ticket-picker.tsx';
import { checkPromo, readEvent } from './use-picker.ts';

test.each([
  [readEvent, getPublicEvent],
  [checkPromo, validatePromoCode],
  [reserve, reserveOrder],
])('the picker calls what the contract declares: %o', (own, declared) => {
  expect(declared).toMatchObject({ ...own });
});
