import type { WireSite } from './wire-bank.ts';
import { WIRE_FAULTS, type WireFault } from './wire-faults.ts';

/** Every call to the provider, and the provider's call to Entrada. */
export const SITES = [
  'createPayment',
  'lookUp',
  'cancel',
  'refund',
  'lookUpRefund',
  'lookUpDispute',
  'webhook',
] as const satisfies readonly (WireSite | 'webhook')[];
export const WHENS = ['before', 'after'] as const;
/** The first event after the fault. `jobs`: nobody does anything. */
export const NEXTS = ['page', 'webhook', 'sweep', 'reconcile', 'jobs'] as const;
/** The fault happens to one call, or to every call until the next event. */
export const SPELLS = ['once', 'long'] as const;

export type Cell = {
  site: (typeof SITES)[number];
  fault: WireFault;
  when: (typeof WHENS)[number];
  next: (typeof NEXTS)[number];
  spell: (typeof SPELLS)[number];
};

const NO_EFFECT: Partial<Record<WireFault, string>> = {
  not_reached: 'no byte of the call was sent, so that it cannot have had an effect',
  status_429: 'it is refused by the gate, before anybody has looked at it',
  rejected: 'a refusal is the answer that nothing was done',
};

/** Why a combination cannot exist. Null if it can. */
export const impossible = ({ fault, when }: Pick<Cell, 'fault' | 'when'>): string | null =>
  when === 'after' ? (NO_EFFECT[fault] ?? null) : null;

/** Every combination, also the impossible ones. */
export const ALL_CELLS: readonly Cell[] = SITES.flatMap((site) =>
  WIRE_FAULTS.flatMap((fault) =>
    WHENS.flatMap((when) =>
      NEXTS.flatMap((next) => SPELLS.map((spell): Cell => ({ site, fault, when, next, spell }))),
    ),
  ),
);

export const nameOf = ({ site, fault, when, next, spell }: Cell): string =>
  `${site}, ${fault} ${when} the effect, ${spell}, then ${next}`;

/** The only correct end: status, payment and refund of the order. */
export function endOf({ site, fault, when, next }: Cell): string {
  switch (site) {
    case 'createPayment':
      // A buyer who comes back pays. Otherwise the hold ends, together with any payment that was created.
      if (next !== 'sweep' && next !== 'jobs') return 'completed paid none';
      return fault === 'rejected' ? 'expired failed none' : 'expired none none';
    case 'cancel':
      // A buyer may leave and pay later. This payment counts unless it was already cancelled.
      return (next === 'page' || next === 'webhook') && when === 'before'
        ? 'completed paid none'
        : 'expired none none';
    case 'refund':
      // A refusal is final until a person tries again. Only the organizer's page does this.
      return fault === 'rejected' && next !== 'page' ? 'completed paid failed' : 'completed paid full';
    case 'lookUpRefund':
      return 'completed paid full';
    default:
      return 'completed paid none';
  }
}
