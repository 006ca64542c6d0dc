import type { TicketType } from '@entrada/contract/catalog/tickets';
import { expect, it } from 'vitest';
import { chosenTaxesAndFees } from './chosen.ts';
import { taxOrFee } from './tax-or-fee-fixture.ts';

const taxesAndFees = [taxOrFee(1), taxOrFee(2, { isDefault: false }), taxOrFee(3, { currency: 'JPY' })];
const ids = (type: TicketType, taxOrFeeIds: number[] | null, currency = 'EUR') =>
  chosenTaxesAndFees({ type, taxOrFeeIds }, taxesAndFees, currency).map(({ id }) => id);

it('are the defaults until somebody chooses, and none of a free ticket', () => {
  expect(ids('paid', null)).toEqual([1]);
  expect(ids('paid', null, 'JPY')).toEqual([1, 3]);
  expect(ids('donation', null)).toEqual([]);
  expect(ids('donation', [2])).toEqual([2]);
  expect(ids('paid', [])).toEqual([]);
  expect(ids('free', [1])).toEqual([]);
});
