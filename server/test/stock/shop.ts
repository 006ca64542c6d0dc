import type { TaxOrFee } from '@entrada/contract/pricing';
import type { Item, Operation } from './operations.ts';

/**
 * What is visible of a shop after an operation; two that agree look the same. A hold that is over is seen as ended with
 * its stock given back, whether it was swept already or waits until somebody needs the place.
 */
export type Sight = {
  /** Oldest first, as `completed/paid 4500 extended`. */
  orders: string[];
  /** By counter, as `price 0`: wanted quantity, sold, reserved. */
  counters: Record<string, string>;
};

/** Something that operations can be done to: the model, the simulation, the real thing. */
export type Shop = {
  /** Does it and says in a word what came of it. */
  do: (operation: Operation) => Promise<string> | string;
  see: () => Promise<Sight> | Sight;
};

/** A tax that organizers attach in the runs. */
export const TAX: TaxOrFee = {
  id: 1,
  name: 'IVA',
  type: 'tax',
  calculation: 'percentage',
  rate: '10.0000',
  amount: null,
  included: false,
};

/** Two places of a list may mean the same price: the first counts. */
export const isFirst = (one: Item, at: number, all: readonly Item[]) =>
  all.findIndex((other) => other.price === one.price) === at;
