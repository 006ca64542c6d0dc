import type { Locale } from '@entrada/contract/constants';
import type { FieldError } from '@entrada/contract/errors';
import type { ImportField } from '@entrada/contract/sales/imports/columns';
import type { GuestFile } from '@entrada/contract/sales/imports/endpoints';
import {
  draftOf,
  type GuestDraft,
  type ImportedGuest,
  type OfferedPrice,
  type ReadGuest,
  readGuest,
  splitName,
} from '@entrada/contract/sales/imports/guests';

/** What was chosen for the whole file. */
export type Choice = {
  /** What each column holds; null leaves it out. */
  columns: readonly (ImportField | null)[];
  prices: readonly OfferedPrice[];
  /** For rows that name no ticket. Null: each must name one. */
  priceId: number | null;
  locale: Locale;
  /** Whether people who have a ticket, or stand in the file before, are skipped. */
  skipKnown: boolean;
};

/** A field as the preview shows it: the name is whole. */
export type CellField = 'name' | 'email' | 'ticket' | 'plus' | 'note' | 'language';
/** What was typed into a row instead. A ticket is the id of its price. */
export type Correction = Partial<Record<CellField, string>>;

/** A row as the file has it. */
export type ReadRow = { row: number; draft: GuestDraft; read: ReadGuest };

/** Has a ticket already, or has the address of a row before. */
export type Doubt = { kind: 'known' } | { kind: 'same'; as: number };

export type PlannedRow = {
  row: number;
  draft: GuestDraft;
  /** What was typed into this row. */
  typed: Correction | undefined;
  /** `ready` is added. `wrong` has `errors`, `skipped` its doubt, and `left` was left out by hand. */
  state: 'ready' | 'wrong' | 'skipped' | 'left';
  errors: readonly FieldError[];
  doubt: Doubt | null;
  guest: ImportedGuest | null;
};

/** Reads all rows as the file has them. Thousands take a moment, so keep the result until the choice changes. Pure. */
export const readRows = ({ rows }: Pick<GuestFile, 'rows'>, choice: Choice): ReadRow[] =>
  rows.map(({ row, cells }) => {
    const draft = draftOf(row, cells, choice.columns);
    return { row, draft, read: readGuest(draft, choice) };
  });

/** A row with what was typed into it. Pure. */
function corrected({ row, draft, read }: ReadRow, typed: Correction | undefined, choice: Choice): ReadRow {
  if (!typed) return { row, draft, read };
  const { name, ticket, ...texts } = typed;
  const next: GuestDraft = { ...draft, ...texts, ...(name !== undefined && splitName(name.trim())) };
  if (ticket === undefined) return { row, draft: next, read: readGuest(next, choice) };
  const own = readGuest({ ...next, ticket: '' }, { ...choice, priceId: Number(ticket) });
  return { row, draft: next, read: own };
}

export type Edits = {
  corrections: ReadonlyMap<number, Correction>;
  /** Rows that were left out by hand. */
  left: ReadonlySet<number>;
};

/**
 * What becomes of each row. `known`: addresses in small letters that have a ticket. A row has the address of a row before
 * only if that one is added. Pure.
 */
export function planRows(
  rows: readonly ReadRow[],
  choice: Choice,
  { corrections, left, known }: Edits & { known: ReadonlySet<string> },
): PlannedRow[] {
  const seen = new Map<string, number>();
  return rows.map((one) => {
    const typed = corrections.get(one.row);
    const { row, draft, read } = corrected(one, typed, choice);
    const base = { row, draft, typed };
    if (left.has(row)) return { ...base, state: 'left', errors: [], doubt: null, guest: null };
    if (!read.ok) return { ...base, state: 'wrong', errors: read.errors, doubt: null, guest: null };
    const address = read.guest.email.toLowerCase();
    const as = address === '' ? undefined : seen.get(address);
    const doubt: Doubt | null =
      as !== undefined ? { kind: 'same', as } : known.has(address) ? { kind: 'known' } : null;
    const isSkipped = doubt !== null && choice.skipKnown;
    if (address !== '' && !isSkipped && as === undefined) seen.set(address, row);
    return { ...base, state: isSkipped ? 'skipped' : 'ready', errors: [], doubt, guest: read.guest };
  });
}

/** The fields of the preview that hold what is wrong. Pure. */
export const cellOf = (path: string): CellField =>
  path === 'firstName' || path === 'lastName' ? 'name' : (path as CellField);

/** Whether a person should look at a row. Pure. */
export const needsLook = ({ state, doubt }: PlannedRow): boolean => state === 'wrong' || doubt !== null;

export type Summary = {
  guests: ImportedGuest[];
  companions: number;
  wrong: number;
  /** Rows that are skipped because of a doubt. */
  skipped: number;
  /** Rows with a doubt, skipped or not. */
  doubtful: number;
  left: number;
  /** How many places each price gives. */
  placesOf: Map<number, number>;
};

/** What the rows come to. Pure. */
export function summaryOf(rows: readonly PlannedRow[]): Summary {
  const guests = rows.flatMap(({ state, guest }) => (state === 'ready' && guest ? [guest] : []));
  const placesOf = new Map<number, number>();
  for (const { priceId, plus } of guests) placesOf.set(priceId, (placesOf.get(priceId) ?? 0) + plus + 1);
  const count = (state: PlannedRow['state']) => rows.filter((row) => row.state === state).length;
  return {
    guests,
    companions: guests.reduce((sum, { plus }) => sum + plus, 0),
    wrong: count('wrong'),
    skipped: count('skipped'),
    doubtful: rows.filter(({ doubt }) => doubt !== null).length,
    left: count('left'),
    placesOf,
  };
}

type Stock = { quantity: number | null; sold: number; reserved: number; available: number | null };

/**
 * The places of the prices that the guests get, after they are added. `taken` of `of`: null if one has no limit. `short`: how
 * many are missing at the scarcest price. Pure.
 */
export function placesAfter(
  placesOf: ReadonlyMap<number, number>,
  stockOf: (priceId: number) => Stock | undefined,
): { taken: number; of: number | null; short: number } {
  let taken = 0;
  let of: number | null = 0;
  let short = 0;
  for (const [priceId, places] of placesOf) {
    const stock = stockOf(priceId);
    if (!stock) continue;
    taken += stock.sold + stock.reserved + places;
    of = of === null || stock.quantity === null ? null : of + stock.quantity;
    if (stock.available !== null) short = Math.max(short, places - stock.available);
  }
  return { taken, of, short };
}

/** What all guests pay together, in minor units. `totalOf`: what a number of places at a price costs. Pure. */
export const totalOfPlaces = (
  placesOf: ReadonlyMap<number, number>,
  totalOf: (priceId: number, places: number) => number,
): number => [...placesOf].reduce((sum, [priceId, places]) => sum + totalOf(priceId, places), 0);
