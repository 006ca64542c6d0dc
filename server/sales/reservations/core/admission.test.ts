import { LIMITS } from '@entrada/contract/constants';
import { NO_DISCOUNT, type TaxOrFee } from '@entrada/contract/pricing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { admissionsOf, attendeeErrors, laterUnits } from '../../checkout/core/attendee-details.ts';
import { type AdmissionInput, admit, mergeItems, type PromoOffer } from './admission.ts';
import type { Offer } from './offer.ts';
import { isSameSelection } from './selection.ts';

type OfferChange = Partial<Offer> & { left?: number | null };
const offer = ({ left = null, ...change }: OfferChange = {}): Offer => ({
  priceId: 1,
  ticketId: 10,
  ticketName: 'General',
  ticketType: 'paid',
  admits: true,
  priceLabel: '',
  amount: 1000,
  stocks: [{ counterId: 100, left }],
  state: 'on_sale',
  isVisible: true,
  isLocked: false,
  minPerOrder: 1,
  maxPerOrder: 10,
  taxesAndFees: [],
  isPromoCovered: true,
  ...change,
});
const FEE: TaxOrFee = {
  id: 1,
  name: 'Service',
  type: 'fee',
  calculation: 'fixed',
  rate: null,
  amount: 1,
  included: false,
};
const stock = (counterId: number, left: number | null = null) => ({ counterId, left });
const promo: PromoOffer = {
  id: 5,
  code: 'DIEZ',
  counterId: 500,
  discount: { type: 'percentage', percentage: '10', amount: null },
  refusal: null,
};
type Change = Partial<AdmissionInput> & { offers?: Offer[] };
const input = ({ offers = [offer()], ...change }: Change = {}): AdmissionInput => ({
  isEventOpen: true,
  findOffer: (id) => offers.find((one) => one.priceId === id),
  promo: null,
  items: [{ priceId: 1, quantity: 2 }],
  ...change,
});
const code = (change: Change) => {
  const decision = admit(input(change));
  return decision.ok ? 'ok' : decision.code;
};

describe('admission', () => {
  test('prices the lines and sums what is taken of each counter, the promo code once', () => {
    const decision = admit(
      input({
        offers: [
          offer({ stocks: [stock(100), stock(900)] }),
          offer({ priceId: 2, stocks: [stock(200), stock(900)], amount: 500 }),
        ],
        promo,
        items: [
          { priceId: 1, quantity: 2 },
          { priceId: 2, quantity: 1 },
          { priceId: 1, quantity: 1 },
        ],
      }),
    );
    expect(decision).toMatchObject({
      ok: true,
      promo: { id: 5 },
      quote: { priced: { subtotal: 3500, discount: 350, total: 3150 } },
    });
    if (decision.ok)
      expect([...decision.demand]).toEqual([
        [100, 3],
        [900, 4],
        [200, 1],
        [500, 1],
      ]);
  });

  test.each<[Change, string]>([
    [{ isEventOpen: false }, 'EVENT_NOT_AVAILABLE'],
    [{ items: [] }, 'NOTHING_SELECTED'],
    [{ items: [{ priceId: 9, quantity: 1 }] }, 'TICKET_UNAVAILABLE'],
    [{ offers: [offer({ state: 'hidden', isVisible: false })] }, 'TICKET_UNAVAILABLE'],
    [{ offers: [offer({ isVisible: false })] }, 'TICKET_UNAVAILABLE'],
    [{ offers: [offer({ state: 'not_started' })] }, 'SALE_NOT_STARTED'],
    [{ offers: [offer({ state: 'not_started', isVisible: false })] }, 'TICKET_UNAVAILABLE'],
    [{ offers: [offer({ state: 'ended' })] }, 'SALE_ENDED'],
    [{ offers: [offer({ state: 'sold_out', isVisible: false, left: 0 })] }, 'SOLD_OUT'],
    [
      { offers: [offer({ state: 'sold_out', isVisible: false, isLocked: true, left: 0 })] },
      'TICKET_UNAVAILABLE',
    ],
    [{ offers: [offer({ left: 1 })] }, 'NOT_ENOUGH_LEFT'],
    [{ offers: [offer({ left: 2 })] }, 'ok'],
    [{ offers: [offer({ minPerOrder: 3 })] }, 'BELOW_MINIMUM_PER_ORDER'],
    [{ offers: [offer({ maxPerOrder: 1 })] }, 'ABOVE_MAXIMUM_PER_ORDER'],
    [{ promo: 'unknown' }, 'PROMO_CODE_INVALID'],
    [{ promo: { ...promo, refusal: 'PROMO_CODE_USED_UP' } }, 'PROMO_CODE_USED_UP'],
    [{ promo: { ...promo, refusal: 'PROMO_CODE_EXPIRED' } }, 'PROMO_CODE_EXPIRED'],
    [
      { promo: { ...promo, refusal: 'PROMO_CODE_DISABLED' }, offers: [offer({ isLocked: true })] },
      'PROMO_CODE_DISABLED',
    ],
    [
      {
        promo: { ...promo, refusal: 'PROMO_CODE_EXPIRED' },
        offers: [offer({ isLocked: true, isPromoCovered: false })],
      },
      'TICKET_UNAVAILABLE',
    ],
    [
      { promo: { ...promo, refusal: 'PROMO_CODE_USED_UP' }, offers: [offer({ isPromoCovered: false })] },
      'ok',
    ],
    [{ items: [{ priceId: 1, quantity: 1, donation: 5 }] }, 'VALIDATION_FAILED'],
    [
      { offers: [offer({ ticketType: 'donation' })], items: [{ priceId: 1, quantity: 1, donation: 999 }] },
      'DONATION_BELOW_MINIMUM',
    ],
    [
      {
        offers: [offer({ ticketType: 'donation' })],
        items: [{ priceId: 1, quantity: 2, donation: 99_999_999_999 }],
      },
      'VALIDATION_FAILED',
    ],
    // The amount is still valid money, but no longer with the fee.
    [{ offers: [offer({ amount: LIMITS.moneyMinor / 2 - 0.5 })] }, 'ok'],
    [{ offers: [offer({ amount: LIMITS.moneyMinor / 2 - 0.5, taxesAndFees: [FEE] })] }, 'VALIDATION_FAILED'],
    [{ expectedTotal: 1999 }, 'TOTAL_CHANGED'],
    [{ expectedTotal: 2000 }, 'ok'],
  ])('%j: %s', (change, expected) => {
    expect(code(change)).toBe(expected);
  });

  test('never admits more of a price than is left, however the lines are split', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 30 }),
        (quantities, left) => {
          const decision = admit(
            input({
              offers: [offer({ left, maxPerOrder: 1000, ticketType: 'donation' })],
              items: quantities.map((quantity, at) => ({ priceId: 1, quantity, donation: 1000 + (at % 3) })),
            }),
          );
          const wanted = quantities.reduce((sum, n) => sum + n, 0);
          expect(decision.ok).toBe(wanted <= left);
          if (decision.ok) expect(decision.demand.get(100)).toBe(wanted);
        },
      ),
    );
  });

  test('lines that share a pool compete for it; the first that finds too little is named with what is left for it', () => {
    const offers = [
      offer({ stocks: [stock(100, 9), stock(900, 5)] }),
      offer({ priceId: 2, ticketId: 20, ticketName: 'VIP', stocks: [stock(200), stock(900, 5), stock(901)] }),
    ];
    const items = (...quantities: number[]) =>
      quantities.map((quantity, at) => ({ priceId: at + 1, quantity }));
    expect(admit(input({ offers, items: items(3, 2) }))).toMatchObject({ ok: true });
    expect(admit(input({ offers, items: items(3, 3) }))).toMatchObject({
      code: 'NOT_ENOUGH_LEFT',
      params: { ticket: 'VIP', left: 2 },
    });
    const empty = [offer({ stocks: [stock(100, 9), stock(900, 0)] })];
    expect(admit(input({ offers: empty, items: items(1) }))).toMatchObject({ code: 'SOLD_OUT' });
  });

  test('a code that is for none of the chosen tickets is not used up', () => {
    const decision = admit(input({ promo, offers: [offer({ isPromoCovered: false })] }));
    expect(decision).toMatchObject({ ok: true, promo: null, quote: { priced: { total: 2000 } } });
    expect(decision.ok && decision.lines[0]?.discount).toEqual(NO_DISCOUNT);
  });
});

describe('the same selection', () => {
  const hold = {
    items: [
      { priceId: 1, quantity: 3, unitList: 1000 },
      { priceId: 2, quantity: 1, unitList: 700 },
    ],
    promoCode: 'DIEZ',
  };
  test.each([
    [
      [
        { priceId: 2, quantity: 1 },
        { priceId: 1, quantity: 3 },
      ],
      'diez',
      true,
    ],
    [
      [
        { priceId: 1, quantity: 1 },
        { priceId: 2, quantity: 1 },
        { priceId: 1, quantity: 2 },
      ],
      'DIEZ',
      true,
    ],
    [
      [
        { priceId: 1, quantity: 3 },
        { priceId: 2, quantity: 1, donation: 700 },
      ],
      'DIEZ',
      true,
    ],
    [
      [
        { priceId: 1, quantity: 3 },
        { priceId: 2, quantity: 1, donation: 800 },
      ],
      'DIEZ',
      false,
    ],
    [
      [
        { priceId: 1, quantity: 3 },
        { priceId: 2, quantity: 1 },
      ],
      null,
      false,
    ],
    [[{ priceId: 1, quantity: 3 }], 'DIEZ', false],
  ])('%j with %s: %s', (items, promoCode, same) => {
    expect(isSameSelection(hold, { items, promoCode })).toBe(same);
  });

  test('lines with different donations stay apart', () => {
    expect(
      mergeItems([
        { priceId: 1, quantity: 1, donation: 5 },
        { priceId: 1, quantity: 2, donation: 6 },
      ]),
    ).toHaveLength(2);
  });
});

describe('attendees', () => {
  const items = [
    { id: 1, quantity: 2, admits: true },
    { id: 3, quantity: 4, admits: false },
    { id: 2, quantity: 1, admits: true },
  ];
  const person = { firstName: 'Ana', lastName: 'Roig', email: 'ana@example.com' };
  test.each([
    [[1, 1, 2], []],
    [[2, 1, 1], []],
    [[1, 2], ['too_short']],
    [[1, 1, 2, 2], ['too_long']],
    [[1, 2, 2], ['too_long']],
    [[1, 1, 3], ['not_found']],
  ])('for items %j: %j', (ids, codes) => {
    const errors = attendeeErrors(
      items,
      ids.map((itemId) => ({ itemId, ...person })),
      false,
    );
    expect(errors.map((error) => error.code)).toEqual(codes);
  });

  const nobody = { firstName: '', lastName: '', email: '', later: true };
  test('whoever is named later needs a name now, unless the order may wait for it', () => {
    const attendees = [
      { itemId: 2, ...nobody },
      { itemId: 1, ...person },
      { itemId: 1, ...nobody },
    ];
    expect(attendeeErrors(items, attendees, true)).toEqual([]);
    expect(attendeeErrors(items, attendees, false).map(({ path, code }) => `${path} ${code}`)).toEqual(
      [0, 2].flatMap((at) =>
        ['firstName', 'lastName', 'email'].map((field) => `attendees.${at}.${field} required`),
      ),
    );
    // Tickets are numbered by the lines, whatever the order of the attendees.
    expect([...laterUnits(items, attendees)]).toEqual([2, 3]);
  });

  test('each unit of a line that admits people admits one, the buyer where nobody was named', () => {
    const item = { ticketId: 7, priceId: 8 } as never;
    const order = {
      reference: 'ENT-ABC234',
      buyer: { firstName: 'Lucía', lastName: 'Márquez', email: 'lucia@example.com' },
      sendAllToBuyer: false,
      attendeeDetails: [
        { itemId: 2, ...person },
        { itemId: 1, ...nobody },
      ],
      items: items.map((one) => Object.assign({}, item, one)),
    };
    const admissions = admissionsOf(order as never);
    expect(
      admissions.map((one) => [one.reference, one.orderItemId, one.firstName, one.email, one.awaitsName]),
    ).toEqual([
      ['ENT-ABC234-1', 1, 'Lucía', 'lucia@example.com', true],
      ['ENT-ABC234-2', 1, 'Lucía', 'lucia@example.com', false],
      ['ENT-ABC234-3', 2, 'Ana', 'ana@example.com', false],
    ]);
  });
});
