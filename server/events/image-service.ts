import { randomBytes } from 'node:crypto';
import type { Cover } from '@entrada/contract/events';
import { audit } from '../platform/audit.ts';
import { type Ctx, scopeOf } from '../platform/context.ts';
import { inTransaction } from '../platform/db/client.ts';
import { fail } from '../platform/errors.ts';
import type { FileStore } from '../platform/files.ts';
import { makePictures } from '../platform/images/pictures.ts';
import { deleteImages, findImages, insertCover } from './image-queries.ts';
import { findEvent } from './queries.ts';
import { getEvent, lockEvent } from './service.ts';

/** The images of an event. NOT_FOUND. */
export async function listImages(ctx: Ctx, eventId: number): Promise<Cover[]> {
  const scope = scopeOf(ctx.actor);
  if (!(await findEvent(ctx.db, scope, eventId))) throw fail('NOT_FOUND');
  return (await findImages(ctx.db, scope, eventId)).map((image) => image.cover);
}

/** NOT_FOUND or EVENT_ARCHIVED before a body is read and decoded for nothing. */
export async function expectChangeable(ctx: Ctx, eventId: number): Promise<void> {
  const event = await getEvent(ctx, eventId);
  if (event.status === 'archived') throw fail('EVENT_ARCHIVED');
}

/**
 * Makes a picture the event's cover in all its sizes and records it. The files are written before the transaction and
 * the replaced ones removed after it, so that no cover ever points at nothing. Throws as `makePictures`; NOT_FOUND,
 * EVENT_ARCHIVED. Locks the event.
 */
export async function replaceCover(
  ctx: Ctx,
  files: FileStore,
  eventId: number,
  content: Buffer,
): Promise<Cover> {
  const scope = scopeOf(ctx.actor);
  const { files: made, ...image } = await makePictures(content);
  const fileKey = randomBytes(16).toString('hex');
  try {
    for (const [name, picture] of made) await files.put(`${fileKey}/${name}`, picture);
    const { cover, replaced } = await inTransaction(ctx.db, async (tx) => {
      await lockEvent(tx, scope, eventId);
      const old = await findImages(tx, scope, eventId);
      await deleteImages(
        tx,
        scope,
        eventId,
        old.map((each) => each.cover.id),
      );
      const id = await insertCover(tx, scope, eventId, { fileKey, ...image });
      await audit(tx, ctx, scope, {
        action: 'event.cover_changed',
        target: { type: 'event', id: eventId },
        after: { imageId: id, width: image.width, height: image.height },
      });
      const [stored] = await findImages(tx, scope, eventId);
      if (!stored) throw new Error('The cover was not stored');
      return { cover: stored.cover, replaced: old };
    });
    for (const old of replaced) await forget(ctx, files, old.fileKey);
    return cover;
  } catch (error) {
    await forget(ctx, files, fileKey);
    throw error;
  }
}

/** Removes an image and records it. NOT_FOUND, EVENT_ARCHIVED. Locks the event. */
export async function removeImage(
  ctx: Ctx,
  files: FileStore,
  eventId: number,
  imageId: number,
): Promise<void> {
  const scope = scopeOf(ctx.actor);
  const fileKey = await inTransaction(ctx.db, async (tx) => {
    await lockEvent(tx, scope, eventId);
    const image = (await findImages(tx, scope, eventId)).find((each) => each.cover.id === imageId);
    if (!image) throw fail('NOT_FOUND');
    await deleteImages(tx, scope, eventId, [imageId]);
    await audit(tx, ctx, scope, {
      action: 'event.cover_removed',
      target: { type: 'event', id: eventId },
      before: { imageId },
    });
    return image.fileKey;
  });
  await forget(ctx, files, fileKey);
}

/** A file that stays behind costs a little room and must not fail what is already committed. */
async function forget(ctx: Ctx, files: FileStore, fileKey: string): Promise<void> {
  try {
    await files.removeAll(fileKey);
  } catch (error) {
    ctx.log.warn({ err: error, fileKey }, 'files of an image could not be removed');
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
