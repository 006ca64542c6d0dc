import type { ReportMoney } from '@entrada/contract/insight/reports/money';

/** Sums of what happened on some days, as the daily figures hold them. Minor units. */
export type SoldSums = {
  /** What buyers paid, fees and all taxes with it. */
  paid: number;
  discounts: number;
  fees: number;
  tax: number;
  taxesAdded: number;
  refunded: number;
  orders: number;
  sold: number;
  cancelled: number;
  ordersWithCode: number;
};

const NONE: SoldSums = {
  paid: 0,
  discounts: 0,
  fees: 0,
  tax: 0,
  taxesAdded: 0,
  refunded: 0,
  orders: 0,
  sold: 0,
  cancelled: 0,
  ordersWithCode: 0,
};
const NAMES = Object.keys(NONE) as (keyof SoldSums)[];

/** The sums of some rows. Zeros for none. */
export function addUp(rows: readonly SoldSums[]): SoldSums {
  const sums = { ...NONE };
  for (const row of rows) for (const name of NAMES) sums[name] += row[name];
  return sums;
}

/**
 * The money of a line of a report, which adds up from left to right. List prices are what was paid without what came on
 * top of them, and with what codes took off. Minor units.
 */
export const moneyOf = (
  { paid, discounts, fees, tax, taxesAdded, refunded }: SoldSums,
  taxRefunded: number,
): ReportMoney => ({
  sales: paid - fees - taxesAdded + discounts,
  discounts,
  refunded,
  fees,
  taxesAdded,
  received: paid - refunded,
  tax,
  taxRefunded,
});

/** A sum of amounts by key. */
export function sumBy<Row, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  amountOf: (row: Row) => number,
): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + amountOf(row));
  return sums;
}
