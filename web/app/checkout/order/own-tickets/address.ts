import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { orderPath } from '../../parts/paths.ts';

/** The part of the order page's address that means the forms about its tickets, its link and its invoice. */
export const OWN_FORM = 'own';

/** What a sheet over the page asks, and what a form does. */
export const SHEETS = ['name', 'pass-on', 'take-back', 'new-link', 'invoice'] as const;
export type Sheet = (typeof SHEETS)[number];
export const INTENTS = [...SHEETS, 'send-again', 'resend'] as const;
export type Intent = (typeof INTENTS)[number];

const intentOf = <T extends string>(all: readonly T[], value: string | null): T | null =>
  all.find((one) => one === value) ?? null;

/** The sheet that an address opens, so that links do it without scripts too, and what has just been done. */
export const readAddress = (search: URLSearchParams) => ({
  sheet: intentOf(SHEETS, search.get('change')),
  done: intentOf(INTENTS, search.get('done')),
  reference: search.get('ticket') ?? '',
  /** The page of the tickets. */
  page: search.get('tickets'),
});

type Parts = Partial<Record<'change' | 'done' | 'ticket' | 'tickets', string | null>>;

/** The address of the order's page with a sheet, or with what was done. */
export function addressOf(order: BuyerOrder, parts: Parts): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) if (value) search.set(name, value);
  return search.size > 0 ? `${orderPath(order)}?${search}` : orderPath(order);
}

/**
 * The address of a page that says what was just done, without that: who loads it anew or comes back to it does not read it
 * again. Null if it says nothing. The page of the tickets stays.
 */
export function withoutDone({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string | null {
  const params = new URLSearchParams(search);
  if (!params.has('done')) return null;
  params.delete('done');
  params.delete('ticket');
  return `${pathname}${params.size > 0 ? `?${params}` : ''}${hash}`;
}
