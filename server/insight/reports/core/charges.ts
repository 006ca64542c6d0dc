import type { ReportChargeLine } from '@entrada/contract/insight/reports/taxes';
import type { PricedTaxOrFee } from '@entrada/contract/pricing';

/** A tax or fee without its amount. */
export type Charge = Omit<PricedTaxOrFee, 'value' | 'id'>;

/** Two with the same name, rate and kind are one, whatever their ids. */
export const keyOf = ({ type, name, calculation, rate, amount, included }: Charge): string =>
  JSON.stringify([type, name, calculation, rate, amount, included]);

/** What was charged by one tax or fee; with null what was sold without any tax. */
export type Charged = { charge: Charge | null; base: number; collected: number };

/** What went back of one tax or fee, and of what it was charged on; with null of what carries no tax. Minor units. */
export type ChargePart = { charge: Charge | null; base: number; value: number };

type Line = ReportChargeLine;
const RATE = ({ rate }: Line) => Number(rate ?? -1);
const KIND = ({ type }: Line) => (type === 'tax' ? 0 : 1);

/** Taxes by rate, the highest first, then fees: what was collected, what went back of it and what is left. Minor units. */
export function chargeLines(sold: readonly Charged[], returned: readonly ChargePart[]) {
  const lines = new Map<string, Line>();
  const untaxed = { base: 0, baseRefunded: 0, netBase: 0 };
  const lineOf = (charge: Charge): Line => {
    const { type, name, calculation, rate, amount, included } = charge;
    const line = lines.get(keyOf(charge)) ?? {
      ...{ type, name, calculation, rate, amount, included },
      ...{ base: 0, collected: 0, baseRefunded: 0, refunded: 0, netBase: 0, net: 0 },
    };
    lines.set(keyOf(charge), line);
    return line;
  };
  for (const { charge, base, collected } of sold) {
    if (charge) lineOf(charge).collected += collected;
    (charge ? lineOf(charge) : untaxed).base += base;
  }
  for (const { charge, base, value } of returned) {
    if (charge) lineOf(charge).refunded += value;
    (charge ? lineOf(charge) : untaxed).baseRefunded += base;
  }
  const charges = [...lines.values()].map((line) => ({
    ...line,
    netBase: line.base - line.baseRefunded,
    net: line.collected - line.refunded,
  }));
  const sum = (type: Line['type'], of: 'collected' | 'refunded') =>
    charges.reduce((all, line) => (line.type === type ? all + line[of] : all), 0);
  return {
    charges: charges.sort(
      (a, b) => KIND(a) - KIND(b) || RATE(b) - RATE(a) || a.name.localeCompare(b.name) || b.base - a.base,
    ),
    untaxed: { ...untaxed, netBase: untaxed.base - untaxed.baseRefunded },
    total: {
      taxes: sum('tax', 'collected'),
      taxesRefunded: sum('tax', 'refunded'),
      fees: sum('fee', 'collected'),
      feesRefunded: sum('fee', 'refunded'),
    },
  };
}
