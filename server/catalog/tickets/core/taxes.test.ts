import type { TicketType } from '@entrada/contract/catalog/tickets';
import { describe, expect, test } from 'vitest';
import { commonTaxes, findUntaxed } from './taxes.ts';

const VAT = { id: 10, type: 'tax' } as const;
const CITY = { id: 11, type: 'tax' } as const;
const FEE = { id: 12, type: 'fee' } as const;
const ticket = (
  id: number,
  taxesAndFees: { id: number; type: 'tax' | 'fee' }[],
  { type = 'paid', amounts = [1000] }: { type?: TicketType; amounts?: number[] } = {},
) => ({ id, type, taxesAndFees, prices: amounts.map((amount) => ({ amount })) });

describe('a ticket without a tax beside others with one', () => {
  test.each([
    ['no ticket has one', [ticket(1, [FEE]), ticket(2, [])], []],
    ['all have one', [ticket(1, [VAT]), ticket(2, [CITY, FEE])], []],
    ['one has only a fee', [ticket(1, [VAT]), ticket(2, [FEE])], [2]],
    [
      'tiers count like a price',
      [ticket(1, [VAT]), ticket(2, [], { type: 'tiered', amounts: [0, 500] })],
      [2],
    ],
    [
      'tiers that are all free need none',
      [ticket(1, [VAT]), ticket(2, [], { type: 'tiered', amounts: [0] })],
      [],
    ],
    [
      'free tickets and donations need none',
      [ticket(1, [VAT]), ticket(2, [], { type: 'free', amounts: [0] }), ticket(3, [], { type: 'donation' })],
      [],
    ],
    [
      'a tax on a donation asks nothing of others',
      [ticket(1, [VAT], { type: 'donation' }), ticket(2, [])],
      [],
    ],
  ])('%s', (_, tickets, untaxed) => {
    expect([...findUntaxed(tickets)]).toEqual(untaxed);
  });

  test('the most common tax comes first', () => {
    expect(commonTaxes([ticket(1, [CITY]), ticket(2, [VAT, FEE]), ticket(3, [VAT])])).toEqual([
      { id: 10, tickets: 2 },
      { id: 11, tickets: 1 },
    ]);
  });
});
