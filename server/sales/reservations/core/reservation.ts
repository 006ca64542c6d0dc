import type { PricedTaxOrFee } from '@entrada/contract/pricing';
import type { OrderItem, OrderTotals } from '../../orders/core/types.ts';

/** A hold that its browser gave up. */
export type LeftHold = { deadline: Date; isExtended: boolean };

/** The browser that asks for a hold. */
export type Requester = {
  locale: string;
  /** Like the hashes below in hexadecimal letters. */
  cartHash: string;
  /** Whether the browser sent a cart cookie. If so, it may have an open hold that we do not know of yet. */
  mayHaveHold: boolean;
  idempotencyKey: string | null;
  requestHash: string;
  /** Keyed hash of the network address, 16 bytes; null if the address is not counted. */
  addressHash: string | null;
};

/** The facts of a hold besides its selection. */
export type HoldFacts = Requester & {
  /** How many places of the event its address may hold, these included; null: any number, as with a proof of work. */
  mostPlaces: number | null;
  /** The places of the hold that this one replaces. */
  placesBack: number;
  /** The affiliate whose link brought the buyer; null if no link did. */
  affiliateId: number | null;
  /** Where the buyer came from, as `sourceOf` in catalog/shop/core says; null if that is not known. */
  source: string | null;
  /** The decision is valid between these instants, because no sale begins or ends there. Null: no such bound. */
  validFrom: Date | null;
  validUntil: Date | null;
  /**
   * An open hold of the same browser that this one replaces. The new hold keeps its deadline, so the buyer gains no
   * time.
   */
  replaces: number | null;
  /** A hold that the browser gave up before its deadline. The buyer gains no time here either. */
  leaves: LeftHold | null;
};

/** One order that will be held, with everything decided. Amounts in minor units. */
export type Reservation = HoldFacts &
  OrderTotals & {
    accountId: number;
    eventId: number;
    /** The version of the catalogue on which the decision is based. */
    catalogVersion: number;
    shortId: string;
    currency: string;
    promo: { id: number; code: string; counterId: number } | null;
    holdSeconds: number;
    items: readonly ReservedItem[];
    demand: ReadonlyMap<number, number>;
  };

/** An item of a future order. The database assigns its id. */
export type ReservedItem = Readonly<Omit<OrderItem, 'id' | 'isCancelled' | 'charges' | 'counterIds'>> & {
  charges: readonly PricedTaxOrFee[];
  counterIds: readonly number[];
};

/** The units that a batch wants of each counter, in the order of their ids. */
export function sumDemand(reservations: readonly Reservation[]): [number, number][] {
  const total = new Map<number, number>();
  for (const { demand } of reservations)
    for (const [id, n] of demand) total.set(id, (total.get(id) ?? 0) + n);
  return [...total].sort(([a], [b]) => a - b);
}

/** Names the holds of one address for one event. */
export const crowdOf = (eventId: number, addressHash: string | null) => `${eventId} ${addressHash ?? ''}`;

/** The tickets of a reservation. */
export const placesOf = ({ items }: Pick<Reservation, 'items'>) =>
  items.reduce((sum, { quantity }) => sum + quantity, 0);

/** By how many places a reservation makes its crowd larger. Null if it is not limited. */
export const growthOf = (one: Reservation): number | null =>
  one.addressHash === null || one.mostPlaces === null ? null : placesOf(one) - one.placesBack;

type Crowd = { eventId: number; hash: string; growth: number; room: number };

/**
 * The crowds that grow, each with the places that it may hold at most before this batch. Then each reservation, after
 * those before it, stays within its own limit.
 */
export function crowdsOf(reservations: readonly Reservation[]): Crowd[] {
  const crowds = new Map<string, Crowd>();
  for (const one of reservations) {
    const growth = growthOf(one);
    if (growth === null || growth <= 0 || !one.addressHash) continue;
    const name = crowdOf(one.eventId, one.addressHash);
    const known = crowds.get(name) ?? {
      eventId: one.eventId,
      hash: one.addressHash,
      growth: 0,
      room: Number.MAX_SAFE_INTEGER,
    };
    known.growth += growth;
    known.room = Math.min(known.room, (one.mostPlaces ?? 0) - known.growth);
    crowds.set(name, known);
  }
  return [...crowds.values()];
}

type PlacedItem = { at: number; position: number; kind: number; quantity: number };

/**
 * The items of a batch. Most are alike in everything but their quantity, so what they have in common is sent once: a
 * price of one catalogue has the same fees and taxes wherever its amounts are the same. `at` and `kind` count from one.
 */
export function itemsOf(batch: readonly Reservation[]): { items: PlacedItem[]; kinds: ReservedItem[] } {
  const [byItem, byName] = [new Map<ReservedItem, number>(), new Map<string, number>()];
  const [items, kinds]: [PlacedItem[], ReservedItem[]] = [[], []];
  const kindOf = (item: ReservedItem, catalogVersion: number): number => {
    const { priceId, unitList, unitDiscount, unitFees, unitTaxAdded, unitTaxIncluded } = item;
    const name = [
      catalogVersion,
      priceId,
      unitList,
      unitDiscount,
      unitFees,
      unitTaxAdded,
      unitTaxIncluded,
    ].join();
    const kind = byName.get(name) ?? kinds.push(item);
    byName.set(name, kind);
    byItem.set(item, kind);
    return kind;
  };
  for (const [at, one] of batch.entries()) {
    for (const [position, item] of one.items.entries()) {
      // Equal selections share their items.
      const kind = byItem.get(item) ?? kindOf(item, one.catalogVersion);
      items.push({ at: at + 1, position, kind, quantity: item.quantity });
    }
  }
  return { items, kinds };
}
