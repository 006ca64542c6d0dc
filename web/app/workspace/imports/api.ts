import { undoGuestImport } from '@entrada/contract/sales/bulk/jobs';
import {
  type GuestFile,
  getGuestImport,
  listGuestImports,
  readGuestFile,
  startGuestImport,
} from '@entrada/contract/sales/imports/endpoints';
import type { FileEncoding, FileSeparator } from '@entrada/contract/sales/imports/file';
import type { ImportedGuest } from '@entrada/contract/sales/imports/guests';
import type { PaidByHand } from '@entrada/contract/sales/orders';
import { api } from '../../platform/api/client.ts';
import { bringErrorMessage } from '../../platform/api/error-messages.ts';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import type { Read } from '../kit/reading/reads.ts';

/** A file that was read. */
export type Loaded = { source: File; file: GuestFile };

/** How a file is read. What is not given is found out. */
export type Reading = { encoding?: FileEncoding; separator?: FileSeparator };

/** Reads a file on the server, which keeps nothing of it. */
export async function readFile(eventId: number, file: File, reading: Reading): Promise<GuestFile> {
  const body = new FormData();
  for (const [name, value] of Object.entries(reading)) body.set(name, value);
  body.set('file', file);
  return (await api(readGuestFile, { ...eventParams(eventId), body })).data;
}

type Wish = {
  rows: readonly ImportedGuest[];
  /** Null: for free. Otherwise everybody pays the price of the ticket by hand. */
  payment: PaidByHand | null;
  /** What was shown, in minor units. */
  expectedTotal: number;
  notify: boolean;
  exceedCapacity: boolean;
};

/** Begins to add all guests. The same key again begins no second import. */
export const startImport = async (eventId: number, { rows, ...wish }: Wish, idempotencyKey: string) =>
  (
    await api(
      startGuestImport,
      { ...eventParams(eventId), body: { ...wish, rows: [...rows] } },
      { idempotencyKey },
    )
  ).data;

const ofImport = (eventId: number, importId: number) => ({
  params: { eventId: String(eventId), importId: String(importId) },
});

/** How an import stands, once the reason can be said if it failed. */
export async function loadImport(eventId: number, importId: number, signal: AbortSignal) {
  const { data } = await api(getGuestImport, ofImport(eventId, importId), { signal });
  if (data.state === 'failed') await bringErrorMessage(data.failure ?? 'IMPORT_INTERRUPTED');
  return data;
}

/** The last imports of an event. */
export const importsRead = (eventId: number) =>
  ({
    queryKey: keys.guestImports(eventId),
    load: async (call, signal) => (await call(listGuestImports, eventParams(eventId), { signal })).data,
  }) satisfies Read;

/** Begins a job that takes an import back. */
export const undoImport = async (
  eventId: number,
  { importId, notify }: { importId: number; notify: boolean },
  idempotencyKey: string,
) =>
  (await api(undoGuestImport, { ...ofImport(eventId, importId), body: { notify } }, { idempotencyKey })).data;
