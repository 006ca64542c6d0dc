import type { Crop, EditableImage, ImageType } from '@entrada/contract/images';
import type { Updateable } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { Images } from '../../db/types.ts';
import type { AccountScope } from '../../platform/context.ts';
import { COVER_COLUMNS, editableOf } from '../../platform/images/picture.ts';

/** Whose image it is: an event's cover, or the logo of an organizer or of the caller's account. */
export type ImageOwner = { eventId: number } | { organizerId: number } | 'account';

export type StoredImage = EditableImage & { fileKey: string; originalKey: string | null };

/** The data of an image besides its owner. */
export type NewImage = {
  fileKey: string;
  widths: number[];
  width: number;
  height: number;
  placeholder: string;
  mailWidth: number | null;
  original: { key: string; width: number; height: number };
  crop: Crop | null;
  focal: { x: number; y: number };
  alt: string;
};

export function typeOf(owner: ImageOwner): ImageType {
  if (owner === 'account') return 'ACCOUNT_LOGO';
  return 'eventId' in owner ? 'EVENT_COVER' : 'ORGANIZER_LOGO';
}

function ownerColumns(owner: ImageOwner) {
  if (owner === 'account') return {};
  return 'eventId' in owner ? { event_id: owner.eventId } : { organizer_id: owner.organizerId };
}

/** The images of an event, an organizer or the account. */
export async function findImages(
  tx: Tx | Db,
  scope: AccountScope,
  owner: ImageOwner,
): Promise<StoredImage[]> {
  const rows = await tx
    .selectFrom('images as i')
    .select([
      ...COVER_COLUMNS,
      'i.type',
      'i.original_key',
      'i.original_width',
      'i.original_height',
      'i.crop_x',
      'i.crop_y',
      'i.crop_width',
      'i.crop_height',
    ])
    .where('i.account_id', '=', scope.accountId)
    .where((eb) => {
      if (owner === 'account') return eb('i.type', '=', 'ACCOUNT_LOGO');
      return 'eventId' in owner
        ? eb('i.event_id', '=', owner.eventId)
        : eb('i.organizer_id', '=', owner.organizerId);
    })
    .orderBy('i.id')
    .execute();
  return rows.flatMap((row) => {
    const image = editableOf(row);
    return image ? [{ ...image, fileKey: row.file_key, originalKey: row.original_key }] : [];
  });
}

const cropColumns = (crop: Crop | null) => ({
  crop_x: crop?.x ?? null,
  crop_y: crop?.y ?? null,
  crop_width: crop?.width ?? null,
  crop_height: crop?.height ?? null,
});

/** The columns of a stored image. */
export const imageColumns = ({ fileKey, original, crop, focal, mailWidth, ...rest }: NewImage) => ({
  ...rest,
  mail_width: mailWidth,
  file_key: fileKey,
  original_key: original.key,
  original_width: original.width,
  original_height: original.height,
  focal_x: focal.x,
  focal_y: focal.y,
  ...cropColumns(crop),
});

export async function insertImage(
  tx: Tx,
  scope: AccountScope,
  owner: ImageOwner,
  image: NewImage,
): Promise<number> {
  const row = await tx
    .insertInto('images')
    .values({
      ...imageColumns(image),
      ...ownerColumns(owner),
      account_id: scope.accountId,
      type: typeOf(owner),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateImageRow(
  tx: Tx,
  scope: AccountScope,
  id: number,
  values: Updateable<Images>,
): Promise<void> {
  await tx
    .updateTable('images')
    .set(values)
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute();
}

export async function deleteImages(tx: Tx, scope: AccountScope, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('images')
    .where('account_id', '=', scope.accountId)
    .where('id', 'in', [...ids])
    .execute();
}
