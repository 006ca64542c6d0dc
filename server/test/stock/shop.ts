import type { TaxOrFee } from '@entrada/contract/pricing';
import type { Item, Operation } from './operations.ts';

/**
 * The visible state of a shop after an operation. Two shops that agree look the same. An overdue hold counts
 * as ended and its stock as given back, even if no sweep has ended it yet.
 */
export type Sight = {
  /** Oldest first, for example `completed/paid 4500 extended`. */
  orders: string[];
  /** By counter, for example `price 0`: wanted quantity, sold, reserved. */
  counters: Record<string, string>;
};

/** A shop that operations run on: the model, the simulation, or the real application. */
export type Shop = {
  /** Runs the operation and returns its result as a short text. */
  do: (operation: Operation) => Promise<string> | string;
  see: () => Promise<Sight> | Sight;
};

/** A tax that organizers add during the runs. */
export const TAX: TaxOrFee = {
  id: 1,
  name: 'IVA',
  type: 'tax',
  calculation: 'percentage',
  rate: '10.0000',
  amount: null,
  included: false,
};

/** Two items of a list may mean the same price. The first one counts. */
export const isFirst = (one: Item, at: number, all: readonly Item[]) =>
  all.findIndex((other) => other.price === one.price) === at;
