import type { ReportMoney } from '@entrada/contract/insight/reports/money';

type Line = ReportMoney & { orders: number; sold: number };

const NOTHING: Line = {
  sales: 0,
  discounts: 0,
  refunded: 0,
  fees: 0,
  taxesAdded: 0,
  received: 0,
  tax: 0,
  taxRefunded: 0,
  orders: 0,
  sold: 0,
};
const FIELDS = Object.keys(NOTHING) as (keyof Line)[];

/** One line of several. All of them are of the same currency. */
export function addUp(lines: readonly Line[]): Line {
  const sum = { ...NOTHING };
  for (const line of lines) for (const field of FIELDS) sum[field] += line[field];
  return sum;
}
