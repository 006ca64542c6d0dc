import type { Cover } from '@entrada/contract/events';
import type { AccountScope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import { coverOf } from '../platform/images/picture.ts';

export type StoredImage = { fileKey: string; cover: Cover };

const COLUMNS = [
  'id as image_id',
  'file_key',
  'widths',
  'width as image_width',
  'height as image_height',
  'placeholder',
] as const;

export async function findImages(tx: Tx | Db, scope: AccountScope, eventId: number): Promise<StoredImage[]> {
  const rows = await tx
    .selectFrom('images')
    .select(COLUMNS)
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute();
  return rows.flatMap((row) => {
    const cover = coverOf(row);
    return cover ? [{ fileKey: row.file_key, cover }] : [];
  });
}

export async function insertCover(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
  image: { fileKey: string; widths: number[]; width: number; height: number; placeholder: string },
): Promise<number> {
  const { fileKey, ...rest } = image;
  const row = await tx
    .insertInto('images')
    .values({
      ...rest,
      account_id: scope.accountId,
      event_id: eventId,
      type: 'EVENT_COVER',
      file_key: fileKey,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function deleteImages(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('images')
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('id', 'in', [...ids])
    .execute();
}
