import { z } from 'zod';
import { LIMITS, LOCALES } from '../../constants.ts';
import { endpoint, single } from '../../endpoint.ts';
import { ERROR_CODES } from '../../errors.ts';
import { id, isoOut, minor, pathId } from '../../fields.ts';
import { PAID_BY_HAND } from '../orders.ts';
import { FILE_ENCODINGS, FILE_SEPARATORS } from './file.ts';

const guestFile = z.object({
  kind: z.enum(['csv', 'xlsx']),
  /** Null for a workbook. */
  encoding: z.enum(FILE_ENCODINGS).nullable(),
  /** False: nothing in the file says which encoding it has, so special letters should be looked at. */
  isSure: z.boolean(),
  separator: z.enum(FILE_SEPARATORS).nullable(),
  headers: z.array(z.string()),
  /** One entry a row that is not empty, with its number in the file. */
  rows: z.array(z.object({ row: z.number(), cells: z.array(z.string()) })),
  /** Addresses in the file, in small letters, that have a ticket of the event already. */
  known: z.array(z.string()),
});
export type GuestFile = z.output<typeof guestFile>;

export const readGuestFile = endpoint({
  method: 'POST',
  path: '/events/:eventId/guest-files',
  access: 'orders.write',
  summary:
    'Read a file of guests as text, and keep nothing of it (multipart: file, a CSV file or an XLSX workbook of at most 5 MB and 10,000 rows below one row of headers; encoding and separator where they are known). Without them the byte order mark, strict UTF-8 and Windows-1252 decide in this order.',
  params: z.object({ eventId: pathId }),
  multipart: 'GUEST_FILE',
  response: single(guestFile),
});

const guestImport = z.object({
  id: z.number(),
  /** `running`: nobody sees the guests yet. `failed`: nothing was added, and the places were given back. */
  state: z.enum(['running', 'done', 'failed']),
  guests: z.number(),
  places: z.number(),
  /** How many of the guests have been written. */
  written: z.number(),
  failure: z.enum(ERROR_CODES).nullable(),
  exceedsCapacity: z.boolean(),
  /** Whether it is done and any of its guests has a valid order, so that `undoGuestImport` has something to cancel. */
  canUndo: z.boolean(),
  by: z.string(),
  startedAt: isoOut,
  endedAt: isoOut.nullable(),
});
export type GuestImport = z.output<typeof guestImport>;

/** Checked row by row against `guestErrors`, so that ten thousand rows stop nobody. */
const row = z.strictObject({
  /** Where the guest stands in a file. Names the row in errors. */
  row: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  priceId: id,
  plus: z.number(),
  note: z.string(),
  locale: z.enum(LOCALES),
});

export const startGuestImport = endpoint({
  method: 'POST',
  path: '/events/:eventId/guest-imports',
  access: 'orders.write',
  idempotent: true,
  summary:
    'Add many guests, all or none: each row becomes an order of its own with as many companions as it says. The places are taken at once, whatever the sale period of the tickets; then the guests are written in the background and seen together at the end. `payment` null gives them away, otherwise everybody pays the price of the ticket by hand. `exceedCapacity` takes places that are not left, which is on record.',
  status: 202,
  params: z.object({ eventId: pathId }),
  body: z.strictObject({
    rows: z.array(row).min(1).max(LIMITS.importedRows),
    payment: z.enum(PAID_BY_HAND).nullable(),
    /** Whether each address gets its tickets by email. */
    notify: z.boolean(),
    exceedCapacity: z.boolean(),
    /** The total that was shown, in minor units. If it has changed, the import is refused with the new total. */
    expectedTotal: minor.optional(),
  }),
  response: single(guestImport),
});

export const getGuestImport = endpoint({
  method: 'GET',
  path: '/events/:eventId/guest-imports/:importId',
  access: 'orders.write',
  summary: 'How far an import of guests is, and how it ended',
  params: z.object({ eventId: pathId, importId: pathId }),
  response: single(guestImport),
});

export const listGuestImports = endpoint({
  method: 'GET',
  path: '/events/:eventId/guest-imports',
  access: 'orders.write',
  summary: 'The last ten imports of guests of an event, newest first',
  params: z.object({ eventId: pathId }),
  response: single(z.array(guestImport)),
});
