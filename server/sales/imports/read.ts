import type { GuestFile } from '@entrada/contract/sales/imports/endpoints';
import { requireEvent } from '../../catalog/events/service.ts';
import type { Ctx } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { readers } from '../../platform/workers/shared.ts';
import { findKnownAddresses } from './queries.ts';
import type { Upload } from './upload.ts';

/**
 * Reads a file of guests beside the event loop and keeps nothing of it. Throws NOT_FOUND, FILE_TOO_LARGE, FILE_TYPE,
 * FILE_UNREADABLE, FILE_ENCODING, FILE_EMPTY, FILE_TOO_MANY_ROWS, FILE_HEADER_TWICE, UNAVAILABLE.
 */
export async function readGuestFile(
  ctx: Ctx,
  { eventId }: { eventId: number },
  upload: () => Promise<Upload>,
): Promise<GuestFile> {
  const { scope } = await requireEvent(ctx, eventId);
  const { bytes, ...wish } = await upload();
  // A thread that a file leads out of its memory or time ends with its own call.
  const read = await readers.run('readTable', { bytes, wish }).catch((cause: unknown) => {
    throw isOver(cause) ? fail('FILE_UNREADABLE', { cause }) : cause;
  });
  if (!read.ok) throw fail(read.code, read.params ? { params: read.params } : {});
  const cells = read.table.rows.flatMap(({ cells }) => cells.filter((cell) => cell.includes('@')));
  const known = await findKnownAddresses(
    ctx.db,
    scope,
    eventId,
    [...new Set(cells.map((cell) => cell.toLowerCase()))].filter((cell) => !cell.includes('\u0000')),
  );
  return { ...read.table, known };
}

const isOver = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || /memory|terminat/i.test(error.message));
