import type { useRefundingApp } from '../payments/refunding.ts';
import { openBooks } from './ledger.ts';

/**
 * A spring of odd orders of one account, each by the code of the product at its own time: three events in three zones
 * and two currencies, over the days on which the clocks change, with codes, mixed rates, refunds, disputes, moves and
 * money by hand. Every figure that the tests expect of it was computed by hand.
 */
export async function sellInSpring(world: Awaited<ReturnType<typeof useRefundingApp>>) {
  const books = await openBooks(world);
  const { owner, buy, offline } = books;
  const { accountId } = books.account;

  // Every figure of this file was computed by hand, in minor units:
  //   Pass   45.00, fee 6 % 2.70, in all 47.70 of which 10 % VAT 4.34     with the code 40.50 + 2.43 = 42.93 of which 3.90
  //   Gold   95.00, fee 5.70, in all 100.70 of which VAT 9.15             53.00 more than a pass, of which VAT 4.81 and fee 3.00
  //   Tour   33.33, fee 1.50, city tax 5 % on top 1.74, in all 36.57      with the code 30.00 + 1.50 + 1.58 = 33.08
  //   Talk   20.00 without any tax or fee
  const vat = await books.charge('tax', 'VAT', { rate: '10.0000', included: true });
  const city = await books.charge('tax', 'City tax', { rate: '5.0000' });
  const booking = await books.charge('fee', 'Booking', { rate: '6.0000' });
  const service = await books.charge('fee', 'Service', { amount: 150 });
  const sea = await books.event('Marea', { timezone: 'Europe/Madrid', currency: 'EUR' });
  const pass = await books.ticket('Pass', 4500, [vat, booking], 1);
  const gold = await books.ticket('Gold', 9500, [vat, booking], 2);
  const tour = await books.ticket('Tour', 3333, [service, city], 3);
  const talk = await books.ticket('Talk', 2000, [], 4);
  const lab = await books.ticket('Lab', 0, [], 5);
  await books.code('TEN', '10.0000', [pass.ticketId, tour.ticketId]);
  const [P, G, T, K, F] = [pass.priceId, gold.priceId, tour.priceId, talk.priceId, lab.priceId];

  // 28 March in Madrid, up to its last minute.
  await buy(sea, '2026-03-28T10:00:00Z', [[P, 1]]);
  const couple = await buy(sea, '2026-03-28T22:59:00Z', [[P, 2]]);
  // 29 March, 23 hours long: its first minute, before and after the change of the clocks, its last minute.
  const third = await buy(sea, '2026-03-28T23:00:00Z', [[P, 1]]);
  const fourth = await buy(sea, '2026-03-29T00:30:00Z', [[P, 2]], 'TEN');
  const fifth = await buy(sea, '2026-03-29T01:30:00Z', [[T, 1]]);
  await buy(sea, '2026-03-29T12:00:00Z', [[T, 3]], 'TEN');
  await buy(sea, '2026-03-29T21:59:00Z', [[K, 2]]);
  // 30 March.
  await buy(sea, '2026-03-29T22:00:00Z', [[K, 1]]);
  const mixed = await buy(sea, '2026-03-30T08:00:00Z', [
    [P, 1],
    [T, 1],
    [K, 1],
  ]);
  const wholeBack = await buy(sea, '2026-03-30T09:00:00Z', [[P, 1]]);
  await wholeBack.refund('2026-03-31T09:00:00Z', { amount: 4770 });
  const oneBack = await buy(sea, '2026-03-30T10:00:00Z', [[P, 2]]);
  await oneBack.refund('2026-03-31T09:00:00Z', { attendeeIds: oneBack.attendeeIds.slice(0, 1) });
  const partBack = await buy(sea, '2026-03-30T11:00:00Z', [[T, 2]]);
  await partBack.refund('2026-03-31T09:00:00Z', { amount: 1001 });
  const talkBack = await buy(sea, '2026-03-30T12:00:00Z', [[K, 2]]);
  await talkBack.refund('2026-03-30T15:00:00Z', { amount: 4000, cancel: true });
  const sharedBack = await buy(sea, '2026-03-30T13:00:00Z', [
    [P, 1],
    [K, 1],
  ]);
  await sharedBack.refund('2026-03-31T09:00:00Z', { amount: 700 });
  await buy(sea, '2026-03-30T14:00:00Z', [[F, 2]]);
  // 31 March.
  await offline(sea, '2026-03-31T08:00:00Z', [P, 1]);
  await offline(sea, null, [P, 1]);
  await (await buy(sea, '2026-03-31T09:00:00Z', [[P, 1]])).dispute('2026-03-31T12:00:00Z', 'lost');
  await (await buy(sea, '2026-03-31T09:30:00Z', [[P, 1]])).dispute('2026-03-31T12:00:00Z', 'won');
  const up = await buy(sea, '2026-03-31T10:00:00Z', [[P, 1]]);
  await up.move('2026-03-31T11:00:00Z', G, 'owed');
  await (await buy(sea, '2026-03-31T11:00:00Z', [[G, 1]])).move('2026-03-31T12:00:00Z', P, 'given_back');
  const byHand = await offline(sea, '2026-03-31T12:00:00Z', [P, 1]);
  await byHand.refund('2026-03-31T13:00:00Z', { amount: 500 });
  await (await buy(sea, '2026-03-31T13:00:00Z', [[K, 1]])).dispute('2026-03-31T14:00:00Z', 'under_review');
  await buy(sea, '2026-03-31T21:59:00Z', [[P, 1]]);
  // 1 April, beyond the days that are asked for.
  await buy(sea, '2026-03-31T22:00:00Z', [[P, 1]]);

  // New York on the day of 25 hours: 10.00 of which 21 % IVA 1.74.
  const iva = await books.charge('tax', 'IVA', { rate: '21.0000', included: true });
  const city2 = await books.event('Skyline', { timezone: 'America/New_York', currency: 'EUR' });
  const { priceId: S } = await books.ticket('Seat', 1000, [iva]);
  await buy(city2, '2026-11-01T03:59:00Z', [[S, 1]]);
  await buy(city2, '2026-11-01T05:30:00Z', [[S, 2]]);
  await buy(city2, '2026-11-01T06:30:00Z', [[S, 1]]);
  await buy(city2, '2026-11-02T04:59:00Z', [[S, 1]]);
  await buy(city2, '2026-11-02T05:00:00Z', [[S, 1]]);

  // London, in pounds: 12.00 and 20 % on top, 14.40.
  const british = await books.charge('tax', 'UK VAT', { rate: '20.0000' });
  const fair = await books.event('Fair', { timezone: 'Europe/London', currency: 'GBP' });
  const { priceId: L } = await books.ticket('Stall', 1200, [british]);
  await buy(fair, '2026-03-29T22:30:00Z', [[L, 2]]);
  const pounds = await buy(fair, '2026-03-29T23:00:00Z', [[L, 1]]);
  await pounds.refund('2026-03-30T12:00:00Z', { amount: 400 });

  return { owner, accountId, sea, couple, third, fourth, fifth, mixed, up, city2 };
}
