import type { WireSite } from './wire-bank.ts';
import { WIRE_FAULTS, type WireFault } from './wire-faults.ts';

/** Every call to the provider, and its own call to us. */
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
/** What comes first after the fault. `jobs`: nobody does anything. */
export const NEXTS = ['page', 'webhook', 'sweep', 'reconcile', 'jobs'] as const;
/** The fault strikes one call, or each until what comes next has come. */
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

/** Why a combination cannot exist; null when it can. */
export const impossible = ({ fault, when }: Pick<Cell, 'fault' | 'when'>): string | null =>
  when === 'after' ? (NO_EFFECT[fault] ?? null) : null;

/** Every combination, those that cannot exist included. */
export const ALL_CELLS: readonly Cell[] = SITES.flatMap((site) =>
  WIRE_FAULTS.flatMap((fault) =>
    WHENS.flatMap((when) =>
      NEXTS.flatMap((next) => SPELLS.map((spell): Cell => ({ site, fault, when, next, spell }))),
    ),
  ),
);

export const nameOf = ({ site, fault, when, next, spell }: Cell): string =>
  `${site}, ${fault} ${when} the effect, ${spell}, then ${next}`;

/** The one end that is right: status, payment and refund of the order. */
export function endOf({ site, fault, when, next }: Cell): string {
  switch (site) {
    case 'createPayment':
      // Whoever comes back pays; for whoever does not the hold ends, and with it what may have been created.
      if (next !== 'sweep' && next !== 'jobs') return 'completed paid none';
      return fault === 'rejected' ? 'expired failed none' : 'expired none none';
    case 'cancel':
      // A buyer who has left and pays after all wins as long as the payment was not cancelled.
      return (next === 'page' || next === 'webhook') && when === 'before'
        ? 'completed paid none'
        : 'expired none none';
    case 'refund':
      // A refusal is final until people try again, which only the page of the organizer does.
      return fault === 'rejected' && next !== 'page' ? 'completed paid failed' : 'completed paid full';
    case 'lookUpRefund':
      return 'completed paid full';
    default:
      return 'completed paid none';
  }
}
