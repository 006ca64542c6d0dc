import type { Discount } from '@entrada/contract/pricing';
import fc from 'fast-check';

type PriceSpec = { ticket: number; amount: number; quantity: number | null };
type TicketSpec = {
  type: 'free' | 'paid' | 'tiered' | 'donation';
  min: number;
  max: number;
  /** False: it lets nobody in, and a line of it is cancelled as a whole. */
  admits: boolean;
};
type PoolSpec = { quantity: number | null; active: boolean; tickets: number[] };
type PromoSpec = { uses: number | null; discount: Discount; tickets: number[] | null };

/** One event to sell. Prices, pools and codes are identified by their index in these lists. */
export type Spec = { tickets: TicketSpec[]; prices: PriceSpec[]; pools: PoolSpec[]; promos: PromoSpec[] };

export type Item = { price: number; quantity: number; donation: number | null };
export type Ending = 'succeeded' | 'failed' | 'processing';

/**
 * What buyers, banks, organizers and time may do. An index beyond the end of a list starts again at its
 * beginning.
 */
export type Operation =
  | { kind: 'reserve'; browser: number; items: Item[]; promo: number | 'unknown' | null }
  | { kind: 'extend' | 'abandon'; browser: number }
  | { kind: 'pay'; browser: number; ends: Ending | 'leaves' }
  | { kind: 'settle'; browser: number; ends: Ending }
  | {
      kind: 'cancel';
      browser: number /** The number of tickets, or of whole lines that admit nobody. */;
      tickets: number | null;
    }
  | { kind: 'offline'; browser: number }
  | { kind: 'money'; browser: number; comes: boolean }
  /** An organizer adds guests by hand, beyond the capacity if need be; or cancels the order that was added last. */
  | { kind: 'guests'; price: number; quantity: number; amount: number; beyond: boolean }
  | { kind: 'uninvite' }
  /** An organizer moves the first ticket of a browser's order to another price, beyond the capacity if need be. */
  | { kind: 'exchange'; browser: number; price: number; beyond: boolean }
  | { kind: 'travel'; seconds: number }
  | { kind: 'sweep' }
  | { kind: 'price'; price: number; amount: number }
  | { kind: 'quantity'; price: number; quantity: number | null }
  | { kind: 'pool'; pool: number; quantity: number | null; active: boolean }
  | { kind: 'hide'; ticket: number; hidden: boolean }
  | { kind: 'disable'; promo: number; disabled: boolean }
  | { kind: 'uses'; promo: number; uses: number | null }
  | { kind: 'tax'; ticket: number };

/** The lengths of a hold and of an extension, and the longest time of a bank, in seconds. */
export const HOLD_SECONDS = 900;
export const EXTENSION_SECONDS = 600;
export const PROCESSING_SECONDS = 86_400;
export const RETRY_SECONDS = 900;
export const GIVE_UP_SECONDS = 120;
export const ATTEMPTS = 5;
/** How long an order waits for an offline payment, in seconds. */
export const OFFLINE_SECONDS = 86_400;
const DONATIONS = [50, 100, 700] as const;

const few = fc.option(fc.integer({ min: 0, max: 8 }), { freq: 5, nil: null });
const DISCOUNTS: Discount[] = [
  { type: 'percentage', percentage: '10.0000', amount: null },
  { type: 'percentage', percentage: '100.0000', amount: null },
  { type: 'fixed', percentage: null, amount: 500 },
  { type: 'none', percentage: null, amount: null },
];

const ticket = fc.record({
  type: fc.constantFrom('free', 'paid', 'tiered', 'donation'),
  min: fc.constantFrom(1, 1, 1, 1, 2),
  max: fc.integer({ min: 3, max: 8 }),
  admits: fc.constantFrom(true, true, false),
  quantities: fc.array(few, { minLength: 1, maxLength: 2 }),
});

const AMOUNTS = { free: 0, paid: 2500, tiered: 4000, donation: 100 } as const;

/**
 * Any combination of a few tickets, pools that share and overlap, and codes. The stock is so scarce that
 * buyers always compete.
 */
export const anySpec: fc.Arbitrary<Spec> = fc
  .record({
    tickets: fc.array(ticket, { minLength: 1, maxLength: 4 }),
    pools: fc.array(
      fc.record({
        quantity: few,
        active: fc.constantFrom(true, true, false),
        tickets: fc.uniqueArray(fc.nat(3), { maxLength: 4 }),
      }),
      { maxLength: 3 },
    ),
    promos: fc.array(
      fc.record({
        uses: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
        discount: fc.constantFrom(...DISCOUNTS),
        tickets: fc.option(fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 2 }), { nil: null }),
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ tickets, pools, promos }) => {
    const known = (all: number[]) => all.filter((at) => at < tickets.length);
    return {
      tickets: tickets.map(({ type, min, max, admits }) => ({ type, min, max, admits })),
      prices: tickets.flatMap(({ type, quantities }, at) =>
        (type === 'tiered' ? quantities : quantities.slice(0, 1)).map((quantity, nth) => ({
          ticket: at,
          amount: AMOUNTS[type] + 500 * nth,
          quantity,
        })),
      ),
      pools: pools.map((pool) => ({ ...pool, tickets: known(pool.tickets) })),
      promos: promos.map((promo) => ({ ...promo, tickets: promo.tickets && known(promo.tickets) })),
    };
  });

const index = fc.nat(11);
const item = fc.record({
  price: index,
  quantity: fc.constantFrom(1, 1, 2, 2, 3, 5),
  donation: fc.option(fc.constantFrom(...DONATIONS), { freq: 1, nil: null }),
});

/**
 * Any operation of `browsers` buyers. Operations of time and of the organizer are included only if `isAlone`,
 * because they affect everybody.
 */
export function anyOperation(browsers: number): { weight: number; arbitrary: fc.Arbitrary<Operation> }[] {
  const browser = fc.nat(browsers - 1);
  const of = <T extends Operation>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
  const reserve = fc.record({
    kind: fc.constant('reserve' as const),
    browser,
    items: fc.uniqueArray(item, { minLength: 1, maxLength: 3, selector: (one) => one.price }),
    promo: fc.oneof(
      { weight: 5, arbitrary: fc.constant(null) },
      { weight: 4, arbitrary: fc.nat(3) },
      { weight: 1, arbitrary: fc.constant('unknown' as const) },
    ),
  });
  const ending = fc.constantFrom(
    'succeeded',
    'succeeded',
    'failed',
    'processing',
  ) satisfies fc.Arbitrary<Ending>;
  return [
    of(18, reserve),
    of(2, fc.record({ kind: fc.constant('extend' as const), browser })),
    of(2, fc.record({ kind: fc.constant('abandon' as const), browser })),
    of(
      6,
      fc.record({
        kind: fc.constant('pay' as const),
        browser,
        ends: fc.oneof(ending, fc.constant('leaves' as const)),
      }),
    ),
    of(3, fc.record({ kind: fc.constant('settle' as const), browser, ends: ending })),
    of(2, fc.record({ kind: fc.constant('cancel' as const), browser, tickets: fc.constantFrom(null, 1) })),
    of(3, fc.record({ kind: fc.constant('offline' as const), browser })),
    of(2, fc.record({ kind: fc.constant('money' as const), browser, comes: fc.boolean() })),
    of(
      3,
      fc.record({
        kind: fc.constant('guests' as const),
        price: index,
        quantity: fc.constantFrom(1, 2, 5),
        amount: fc.constantFrom(0, 0, 1500),
        beyond: fc.constantFrom(false, false, true),
      }),
    ),
    of(1, fc.constant({ kind: 'uninvite' as const })),
    of(
      3,
      fc.record({
        kind: fc.constant('exchange' as const),
        browser,
        price: index,
        beyond: fc.constantFrom(false, false, true),
      }),
    ),
    of(
      2,
      fc.record({
        kind: fc.constant('travel' as const),
        seconds: fc.constantFrom(60, 300, 600, 900, 1200, OFFLINE_SECONDS),
      }),
    ),
    of(2, fc.constant({ kind: 'sweep' as const })),
    of(
      1,
      fc.record({
        kind: fc.constant('price' as const),
        price: index,
        amount: fc.constantFrom(1000, 2500, 3300),
      }),
    ),
    of(1, fc.record({ kind: fc.constant('quantity' as const), price: index, quantity: few })),
    of(
      1,
      fc.record({ kind: fc.constant('pool' as const), pool: index, quantity: few, active: fc.boolean() }),
    ),
    of(
      1,
      fc.record({
        kind: fc.constant('hide' as const),
        ticket: index,
        hidden: fc.constantFrom(false, false, true),
      }),
    ),
    of(
      1,
      fc.record({
        kind: fc.constant('disable' as const),
        promo: index,
        disabled: fc.constantFrom(false, false, true),
      }),
    ),
    of(1, fc.record({ kind: fc.constant('uses' as const), promo: index, uses: few })),
    of(1, fc.record({ kind: fc.constant('tax' as const), ticket: index })),
  ];
}

/**
 * The element at an index. An index beyond the end starts again at the beginning. Undefined only for an empty
 * list.
 */
export const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];
