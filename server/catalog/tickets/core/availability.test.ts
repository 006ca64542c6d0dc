import { describe, expect, test } from 'vitest';
import { promoCovers, promoRefusal } from '../../promo-codes/core/promo.ts';
import {
  isVisible,
  leftOf,
  leftOfPrice,
  type PriceFacts,
  priceAvailability,
  saleWindow,
  type TicketFacts,
  ticketAvailability,
} from './availability.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const before = new Date('2026-06-01T11:59:59.999Z');
const after = new Date('2026-06-01T12:00:00.001Z');
const moment = { now: NOW, eventEnd: new Date('2026-07-01T00:00:00Z') };

const ticket = (more: Partial<TicketFacts> = {}): TicketFacts => ({
  hidden: false,
  hideBeforeSale: false,
  hideAfterSale: false,
  hideWhenSoldOut: false,
  hideWithoutPromoCode: false,
  saleStartsAt: null,
  saleEndsAt: null,
  ownEndsAt: null,
  pools: [],
  ...more,
});
const price = (more: Partial<PriceFacts> = {}): PriceFacts => ({
  hidden: false,
  saleStartsAt: null,
  saleEndsAt: null,
  quantity: 10,
  sold: 0,
  reserved: 0,
  ...more,
});

describe('a price', () => {
  test.each<[string, Partial<TicketFacts>, Partial<PriceFacts>, string]>([
    ['plain', {}, {}, 'on_sale'],
    ['unlimited', {}, { quantity: null, sold: 1e6 }, 'on_sale'],
    ['ticket hidden', { hidden: true }, {}, 'hidden'],
    ['price hidden', {}, { hidden: true }, 'hidden'],
    ['starts now', { saleStartsAt: NOW }, {}, 'on_sale'],
    ['starts in a moment', { saleStartsAt: after }, {}, 'not_started'],
    [
      'the price starts later than the ticket',
      { saleStartsAt: before },
      { saleStartsAt: after },
      'not_started',
    ],
    ['ends now', { saleEndsAt: NOW }, {}, 'ended'],
    ['ends in a moment', {}, { saleEndsAt: after }, 'on_sale'],
    ['the price ended before the ticket', { saleEndsAt: after }, { saleEndsAt: before }, 'ended'],
    ['its own part of the event is over', { ownEndsAt: NOW }, {}, 'ended'],
    ['its own part of the event ends in a moment', { ownEndsAt: after }, {}, 'on_sale'],
    ['the last one is held', {}, { sold: 9, reserved: 1 }, 'sold_out'],
    ['the quantity was lowered below the sold', {}, { quantity: 5, sold: 9 }, 'sold_out'],
    ['none offered', {}, { quantity: 0 }, 'sold_out'],
    ['sold out before its sale', { saleStartsAt: after }, { quantity: 0 }, 'not_started'],
    ['sold out and over', { saleEndsAt: before }, { quantity: 0 }, 'ended'],
  ])('%s', (_, t, p, expected) => {
    expect(priceAvailability(ticket(t), price(p), moment)).toBe(expected);
  });

  test('the end of the event ends every sale', () => {
    expect(priceAvailability(ticket(), price(), { now: NOW, eventEnd: NOW })).toBe('ended');
    expect(priceAvailability(ticket(), price(), { now: NOW, eventEnd: after })).toBe('on_sale');
  });

  test('a full capacity assignment sells it out, and the smallest limit counts', () => {
    const pool = (quantity: number | null, sold = 0) => ({ quantity, sold, reserved: 0 });
    expect(priceAvailability(ticket({ pools: [pool(5, 5)] }), price(), moment)).toBe('sold_out');
    expect(leftOfPrice(ticket({ pools: [pool(null), pool(8, 3), pool(20)] }), price())).toBe(5);
    expect(leftOfPrice(ticket({ pools: [pool(30)] }), price())).toBe(10);
    expect(leftOfPrice(ticket({ pools: [pool(null)] }), price({ quantity: null }))).toBeNull();
    expect(leftOfPrice(ticket({ pools: [pool(3, 9)] }), price({ quantity: null }))).toBe(0);
  });

  test('what is left is never negative', () => {
    expect(leftOf({ quantity: 5, sold: 9, reserved: 1 })).toBe(0);
    expect(leftOf({ quantity: null, sold: 9, reserved: 1 })).toBeNull();
  });
});

test('a ticket has the state of its best available price', () => {
  const of = (...prices: PriceFacts[]) => ticketAvailability({ ...ticket(), prices }, moment);
  expect(of(price({ quantity: 0 }), price())).toBe('on_sale');
  expect(of(price({ quantity: 0 }), price({ saleStartsAt: after }))).toBe('not_started');
  expect(of(price({ quantity: 0 }), price({ saleEndsAt: before }))).toBe('sold_out');
  expect(of(price({ hidden: true }), price({ saleEndsAt: before }))).toBe('ended');
  expect(of(price({ hidden: true }))).toBe('hidden');
});

test.each<[string, Partial<TicketFacts>, Partial<PriceFacts>, boolean, boolean]>([
  ['hidden', { hidden: true }, {}, true, false],
  ['hidden tier', {}, { hidden: true }, true, false],
  ['needs a code', { hideWithoutPromoCode: true }, {}, false, false],
  ['opened by a code', { hideWithoutPromoCode: true }, {}, true, true],
  ['hidden although a code is for it', { hidden: true, hideWithoutPromoCode: true }, {}, true, false],
  ['before its sale', { saleStartsAt: after }, {}, false, true],
  ['hidden before its sale', { saleStartsAt: after, hideBeforeSale: true }, {}, false, false],
  ['after its sale', { saleEndsAt: before }, {}, false, true],
  ['hidden after its sale', { saleEndsAt: before, hideAfterSale: true }, {}, false, false],
  ['sold out', {}, { quantity: 0 }, false, true],
  ['hidden when sold out', { hideWhenSoldOut: true }, { quantity: 0 }, false, false],
])('a buyer may know of a ticket: %s', (_, t, p, opened, visible) => {
  expect(isVisible(ticket(t), price(p), opened, moment)).toBe(visible);
});

test('a promo code can be used until it expires, is disabled or used up', () => {
  const promo = (more: object = {}) => ({
    id: 1,
    code: 'A',
    counterId: 1,
    discount: { type: 'none' as const, percentage: null, amount: null },
    appliesToAll: false,
    ticketIds: [7],
    expiresAt: null,
    disabled: false,
    quantity: null,
    sold: 0,
    reserved: 0,
    ...more,
  });
  expect(promoRefusal(promo(), NOW)).toBeNull();
  expect(promoRefusal(promo({ expiresAt: after }), NOW)).toBeNull();
  expect(promoRefusal(promo({ expiresAt: NOW }), NOW)).toBe('PROMO_CODE_EXPIRED');
  expect(promoRefusal(promo({ disabled: true }), NOW)).toBe('PROMO_CODE_DISABLED');
  expect(promoRefusal(promo({ quantity: 2, sold: 1, reserved: 1 }), NOW)).toBe('PROMO_CODE_USED_UP');
  expect(promoCovers(promo(), 7)).toBe(true);
  expect(promoCovers(promo(), 8)).toBe(false);
  expect(promoCovers(promo({ appliesToAll: true }), 8)).toBe(true);
});

test.each<[string, Partial<TicketFacts>, Partial<PriceFacts>, Date | null, Date | null]>([
  ['nothing limits the sale', {}, {}, null, null],
  ['only the ticket does', { saleStartsAt: before, saleEndsAt: after }, {}, before, after],
  ['the price ends first', { saleEndsAt: moment.eventEnd }, { saleEndsAt: after }, null, after],
  ['the ticket ends first', { saleEndsAt: after }, { saleEndsAt: moment.eventEnd }, null, after],
  ['the price starts last', { saleStartsAt: before }, { saleStartsAt: after }, after, null],
  ['past the event', { saleEndsAt: new Date('2026-07-03T00:00:00Z') }, {}, null, moment.eventEnd],
  ['past its own part', { saleEndsAt: moment.eventEnd, ownEndsAt: after }, {}, null, after],
])('what a buyer reads of a sale: %s', (_, ticketGiven, priceGiven, saleStartsAt, saleEndsAt) => {
  expect(saleWindow(ticket(ticketGiven), price(priceGiven), moment.eventEnd)).toEqual({
    saleStartsAt,
    saleEndsAt,
  });
});
