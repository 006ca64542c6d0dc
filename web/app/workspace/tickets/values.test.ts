import { createTicket } from '@entrada/contract/catalog/tickets';
import { describe, expect, it } from 'vitest';
import { taxOrFee } from '../kit/taxes-and-fees/tax-or-fee-fixture.ts';
import {
  emptyPrice,
  emptyTicket,
  nextTierKey,
  readTicket,
  type TicketValues,
  taxesOfOthers,
  withRemoved,
} from './values.ts';

const frame = { currency: 'EUR', timezone: 'Europe/Madrid', locale: 'de' };
const ticket = (over: Partial<TicketValues>): TicketValues => ({ ...emptyTicket(), name: 'Pass', ...over });
const price = (over: object) => [{ ...emptyPrice('0'), ...over }];

describe('ticket form', () => {
  it('reads money in the reader’s way and times on the event’s clocks', () => {
    const { body } = readTicket(
      ticket({ prices: price({ amount: '1.234,50', quantity: '20' }), saleEndsAt: '2027-06-11T16:00' }),
      frame,
    );
    expect(body).toMatchObject({
      prices: [{ amount: 123_450, quantity: 20, label: '' }],
      saleStartsAt: null,
      saleEndsAt: '2027-06-11T14:00:00.000Z',
    });
    expect(createTicket.body.safeParse(body).success).toBe(true);
  });

  it.each([
    ['free', '12', 0],
    ['donation', '', 0],
    ['donation', '5', 500],
  ] as const)('%s of %j is %i', (type, amount, minor) => {
    expect(readTicket(ticket({ type, prices: price({ amount }) }), frame).body?.prices[0]?.amount).toBe(
      minor,
    );
  });

  it('says by path what can’t be read', () => {
    const { wrong } = readTicket(
      ticket({
        type: 'tiered',
        name: ' ',
        minPerOrder: '4',
        maxPerOrder: '2',
        saleStartsAt: '2027-06-11T16:00',
        saleEndsAt: '2027-06-11T15:00',
        prices: [
          { ...emptyPrice('0'), amount: '1,234' },
          { ...emptyPrice('1'), label: 'B', amount: '2', quantity: '-3' },
        ],
      }),
      frame,
    );
    expect(wrong.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'prices.0.amount too_many_decimals',
      'name required',
      'prices.1.quantity too_small',
      'saleEndsAt must_be_after_start',
      'maxPerOrder too_small',
      'prices.0.label required',
    ]);
  });
});

describe('taxes and fees of the form', () => {
  const taxesAndFees = [taxOrFee(1), taxOrFee(2, { isDefault: false }), taxOrFee(3, { currency: 'JPY' })];
  it('of others are offered to a ticket with a price and no tax', () => {
    const [vat, city] = [taxOrFee(7, { type: 'tax' }), taxOrFee(8, { type: 'tax' })];
    const common = [
      { id: 7, tickets: 2 },
      { id: 8, tickets: 1 },
    ];
    const offered = (type: TicketValues['type'], chosen = taxesAndFees, storedIds: number[] = []) =>
      taxesOfOthers({ type, chosen, storedIds }, common, [vat, city]).map(({ id }) => id);
    expect(offered('paid')).toEqual([7, 8]);
    expect(offered('tiered')).toEqual([7, 8]);
    expect(offered('free')).toEqual([]);
    expect(offered('donation')).toEqual([]);
    expect(offered('paid', [city])).toEqual([]);
    // Nobody else has the second tax, once this ticket is left out.
    expect(offered('paid', [], [8])).toEqual([7]);
  });

  it('are sent only once chosen', () => {
    const read = (more: Partial<TicketValues>) =>
      readTicket(ticket({ prices: price({ amount: '5' }), ...more }), frame).body;
    expect(read({})).not.toHaveProperty('taxOrFeeIds');
    expect(read({ taxOrFeeIds: [2] })).toMatchObject({ taxOrFeeIds: [2] });
    expect(read({ type: 'free', taxOrFeeIds: [2] })).not.toHaveProperty('taxOrFeeIds');
  });

  it('gives a new tier a key of its own, also when the form was away meanwhile', () => {
    const tiers = [emptyPrice('0'), emptyPrice('new-1'), emptyPrice('new-2')];
    expect(nextTierKey(tiers)).toBe('new-3');
    expect(nextTierKey(tiers.toSpliced(1, 1))).toBe('new-1');
  });

  it('brings tiers back that were deleted, and no new ones twice', () => {
    const tier = (id: number | null) => ({ ...emptyPrice(String(id)), id });
    const back = withRemoved([tier(2), tier(null)], [tier(1), tier(2)]);
    expect(back.map(({ id }) => id)).toEqual([2, null, 1]);
  });
});
