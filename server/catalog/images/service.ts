import { randomBytes } from 'node:crypto';
import type { Crop, EditableImage, ImageChange } from '@entrada/contract/images';
import { lockAccount } from '../../accounts/settings/queries.ts';
import { inTransaction, type Tx } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/files.ts';
import { makeAll, makePictures } from '../../platform/images/make.ts';
import { ORIGINAL_FILE } from '../../platform/images/picture.ts';
import type { Upload } from '../../platform/images/upload.ts';
import { lockEvent, requireEvent } from '../events/service.ts';
import { getOrganizer, lockOrganizer } from '../organizers/service.ts';
import {
  deleteImages,
  findImages,
  type ImageOwner,
  imageColumns,
  insertImage,
  type NewImage,
  type StoredImage,
  typeOf,
  updateImageRow,
} from './queries.ts';

const CENTRE = { x: 50, y: 50 };
const newKey = () => randomBytes(16).toString('hex');
const isSame = (a: Crop | null, b: Crop | null) => JSON.stringify(a) === JSON.stringify(b);

function toReply({ fileKey: _, originalKey: __, ...image }: StoredImage): EditableImage {
  return image;
}

/** The images of an event, an organizer or the account. NOT_FOUND. */
export async function listImages(ctx: Ctx, owner: ImageOwner): Promise<EditableImage[]> {
  if (owner !== 'account')
    await ('eventId' in owner ? requireEvent(ctx, owner.eventId) : getOrganizer(ctx, owner.organizerId));
  return (await findImages(ctx.db, scopeOf(ctx.actor), owner)).map(toReply);
}

/** Throws NOT_FOUND or EVENT_ARCHIVED before the server reads and decodes a body in vain. */
export async function expectChangeable(ctx: Ctx, owner: ImageOwner): Promise<void> {
  if (owner === 'account') return;
  if ('organizerId' in owner) await getOrganizer(ctx, owner.organizerId);
  else if ((await requireEvent(ctx, owner.eventId)).status === 'archived') throw fail('EVENT_ARCHIVED');
}

async function lockOwner(tx: Tx, scope: AccountScope, owner: ImageOwner): Promise<void> {
  if (owner === 'account') await lockAccount(tx, scope);
  else if ('eventId' in owner) await lockEvent(tx, scope, owner.eventId);
  else await lockOrganizer(tx, scope, owner.organizerId);
}

async function record(
  tx: Tx,
  ctx: Ctx,
  owner: ImageOwner,
  entry: { what: 'changed' | 'removed'; before?: object; after?: object },
): Promise<void> {
  const { what, ...rest } = entry;
  const scope = scopeOf(ctx.actor);
  await audit(tx, ctx, scope, { ...recordOf(owner, what, scope), ...rest });
}

function recordOf(owner: ImageOwner, what: string, { accountId }: AccountScope) {
  if (owner === 'account')
    return { action: `account.logo_${what}`, target: { type: 'account', id: accountId } };
  return 'eventId' in owner
    ? { action: `event.cover_${what}`, target: { type: 'event', id: owner.eventId } }
    : { action: `organizer.logo_${what}`, target: { type: 'organizer', id: owner.organizerId } };
}

async function findStored(
  tx: Tx,
  scope: AccountScope,
  at: { owner: ImageOwner; imageId: number },
): Promise<StoredImage> {
  const image = (await findImages(tx, scope, at.owner)).find((each) => each.id === at.imageId);
  if (!image) throw fail('NOT_FOUND');
  return image;
}

/**
 * Makes a picture the cover or logo in all its sizes and records it. Writes the files before the transaction and
 * removes the replaced ones after it, so that every stored image has its files. Throws as `makePictures`; NOT_FOUND,
 * EVENT_ARCHIVED. Locks its owner.
 */
export async function replaceImage(
  ctx: Ctx,
  files: FileStore,
  owner: ImageOwner,
  { content, edit }: Upload,
): Promise<EditableImage> {
  const scope = scopeOf(ctx.actor);
  const crop = edit.crop ?? null;
  const { files: made, original, ...picture } = await makeAll(content, { type: typeOf(owner), crop });
  const { content: whole, ...size } = original;
  const [fileKey, originalKey] = [newKey(), newKey()];
  const image: NewImage = {
    ...picture,
    fileKey,
    original: { key: originalKey, ...size },
    crop,
    focal: edit.focal ?? CENTRE,
    alt: edit.alt ?? '',
  };
  try {
    await putAll(files, fileKey, made);
    await files.put(`${originalKey}/${ORIGINAL_FILE}`, whole);
    const { stored, replaced } = await inTransaction(ctx.db, async (tx) => {
      await lockOwner(tx, scope, owner);
      const old = await findImages(tx, scope, owner);
      await deleteImages(
        tx,
        scope,
        old.map((each) => each.id),
      );
      const imageId = await insertImage(tx, scope, owner, image);
      const { width, height } = image;
      await record(tx, ctx, owner, { what: 'changed', after: { imageId, width, height } });
      return { stored: await findStored(tx, scope, { owner, imageId }), replaced: old };
    });
    for (const old of replaced) await forget(ctx, files, [old.fileKey, old.originalKey]);
    return toReply(stored);
  } catch (error) {
    await forget(ctx, files, [fileKey, originalKey]);
    throw error;
  }
}

/**
 * Crops an image again from its original, moves its focal point or changes its description, and records it. A new crop
 * gets new addresses, because browsers cache pictures for ever. Throws as `makePictures`; NOT_FOUND, EVENT_ARCHIVED.
 * Locks its owner.
 */
export async function changeImage(
  ctx: Ctx,
  files: FileStore,
  at: { owner: ImageOwner; imageId: number },
  change: ImageChange,
): Promise<EditableImage> {
  const { owner } = at;
  const scope = scopeOf(ctx.actor);
  const known = (await findImages(ctx.db, scope, owner)).find((each) => each.id === at.imageId);
  if (!known) throw fail('NOT_FOUND');
  const cropped =
    change.crop === undefined || isSame(change.crop, known.crop)
      ? null
      : await cropAgain(files, { known, owner, crop: change.crop });
  const made = cropped ? [cropped.fileKey, known.originalKey ? null : cropped.original.key] : [];
  try {
    const { stored, replaced } = await inTransaction(ctx.db, async (tx) => {
      await lockOwner(tx, scope, owner);
      const before = await findStored(tx, scope, at);
      const focal = change.focal ?? before.focal;
      const alt = change.alt ?? before.alt;
      await updateImageRow(
        tx,
        scope,
        at.imageId,
        cropped ? imageColumns({ ...cropped, focal, alt }) : { focal_x: focal.x, focal_y: focal.y, alt },
      );
      const after = await findStored(tx, scope, at);
      await record(tx, ctx, owner, { what: 'changed', before: auditable(before), after: auditable(after) });
      return { stored: after, replaced: cropped ? before.fileKey : null };
    });
    await forget(ctx, files, [replaced]);
    return toReply(stored);
  } catch (error) {
    await forget(ctx, files, made);
    throw error;
  }
}

const auditable = ({ id, crop, focal, alt }: StoredImage) => ({ imageId: id, crop, focal, alt });

async function cropAgain(
  files: FileStore,
  { known, owner, crop }: { known: StoredImage; owner: ImageOwner; crop: Crop | null },
): Promise<Omit<NewImage, 'focal' | 'alt'>> {
  const largest = `${known.fileKey}/${known.original.width}.webp`;
  const content = await files.get(known.originalKey ? `${known.originalKey}/${ORIGINAL_FILE}` : largest);
  const wanted = { type: typeOf(owner), crop };
  const fileKey = newKey();
  if (known.originalKey) {
    const { files: made, ...picture } = await makePictures(content, wanted);
    await putAll(files, fileKey, made);
    const { width, height } = known.original;
    return { ...picture, fileKey, crop, original: { key: known.originalKey, width, height } };
  }
  const { files: made, original, ...picture } = await makeAll(content, wanted);
  const { content: whole, ...size } = original;
  const originalKey = newKey();
  await putAll(files, fileKey, made);
  await files.put(`${originalKey}/${ORIGINAL_FILE}`, whole);
  return { ...picture, fileKey, crop, original: { key: originalKey, ...size } };
}

async function putAll(files: FileStore, fileKey: string, made: Map<string, Buffer>): Promise<void> {
  for (const [name, file] of made) await files.put(`${fileKey}/${name}`, file);
}

/** Removes an image and records it. NOT_FOUND, EVENT_ARCHIVED. Locks its owner. */
export async function removeImage(
  ctx: Ctx,
  files: FileStore,
  at: { owner: ImageOwner; imageId: number },
): Promise<void> {
  const scope = scopeOf(ctx.actor);
  const gone = await inTransaction(ctx.db, async (tx) => {
    await lockOwner(tx, scope, at.owner);
    const image = await findStored(tx, scope, at);
    await deleteImages(tx, scope, [at.imageId]);
    await record(tx, ctx, at.owner, { what: 'removed', before: { imageId: at.imageId } });
    return [image.fileKey, image.originalKey];
  });
  await forget(ctx, files, gone);
}

/**
 * A file that cannot be removed only takes a little space. The change is already committed, so the error is only
 * logged.
 */
async function forget(ctx: Ctx, files: FileStore, keys: readonly (string | null)[]): Promise<void> {
  for (const fileKey of keys) {
    if (fileKey === null) continue;
    try {
      await files.removeAll(fileKey);
    } catch (error) {
      ctx.log.warn({ err: error, fileKey }, 'files of an image could not be removed');
    }
  }
}

/** A stored picture by its random key. NOT_FOUND. */
export async function readPicture(files: FileStore, fileKey: string, name: string): Promise<Buffer> {
  try {
    return await files.get(`${fileKey}/${name}`);
  } catch (error) {
    throw fail('NOT_FOUND', { cause: error });
  }
}
