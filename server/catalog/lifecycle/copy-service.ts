import { randomBytes } from 'node:crypto';
import type { EventDetail } from '@entrada/contract/catalog/events';
import type { CopyPart, duplicateEvent as endpoint } from '@entrada/contract/catalog/lifecycle';
import type { z } from 'zod';
import { inTransaction } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { fail, failFields } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/files.ts';
import { ORIGINAL_FILE, SHARE_FILE } from '../../platform/images/picture.ts';
import { makeStoredKeys } from '../events/sealing.ts';
import { getEvent, lockEvent } from '../events/service.ts';
import { findBrokenBound } from '../events/ticket-date-queries.ts';
import { getOwnOrganizer } from '../organizers/service.ts';
import {
  type CopiedCover,
  copyCatalog,
  copyCover,
  copyEvent,
  moveStepDates,
} from './copied-event-queries.ts';
import { type CoverFiles, findCoverFiles, insertKeys, newEventId } from './copy-queries.ts';

/**
 * Copies an event to a draft with a new title, new dates and the chosen parts, in one transaction, and records it.
 * Sales are not copied. Sale windows, expiry dates and the tickets' own dates move with the start, in local time of the
 * event's zone. The copy has its own codes and links. Archived events can be copied too. NOT_FOUND; FORBIDDEN for a member who
 * reaches only some events of the organizer; VALIDATION_FAILED if a
 * ticket's own dates would lie outside the copy. Locks the original event.
 */
export async function duplicateEvent(
  ctx: Ctx,
  files: FileStore,
  eventId: number,
  input: z.output<(typeof endpoint)['body']>,
): Promise<EventDetail> {
  const scope = scopeOf(ctx.actor);
  const source = await getEvent(ctx, eventId);
  await getOwnOrganizer(ctx, source.organizer.id);
  const cover = input.copy.images ? await copyCoverFiles(ctx, files, eventId) : null;
  const keys = makeStoredKeys();
  try {
    return await inTransaction(ctx.db, async (tx) => {
      const { startsAt } = await lockEvent(tx, scope, eventId, { archivedToo: true });
      const id = await newEventId(tx);
      await copyEvent(tx, scope, { from: eventId, to: id, event: input, withSettings: input.copy.settings });
      await insertKeys(tx, scope, { eventId: id, ...keys });
      if (cover) await copyCover(tx, scope, { to: id, cover });
      const shift = { from: startsAt, to: new Date(input.startsAt), timezone: source.timezone };
      await moveStepDates(tx, scope, id, shift);
      await copyCatalog(tx, scope, { from: eventId, to: id, copy: input.copy, shift });
      const bound = await findBrokenBound(tx, scope, id);
      if (bound) throw failFields([{ path: bound, code: 'tickets_outside' }]);
      const parts = Object.entries(input.copy).flatMap(([part, isCopied]) =>
        isCopied ? [part as CopyPart] : [],
      );
      await audit(tx, ctx, scope, {
        action: 'event.duplicated',
        target: { type: 'event', id },
        after: { from: eventId, title: input.title, startsAt: input.startsAt, endsAt: input.endsAt, parts },
      });
      return getEvent(ctx, id, tx);
    });
  } catch (error) {
    for (const key of [cover?.fileKey, cover?.originalKey]) {
      if (key) await files.removeAll(key).catch(() => undefined);
    }
    throw error;
  }
}

/**
 * Copies the files of the cover, so that each event owns its files. Writes them before the transaction. Throws
 * UNAVAILABLE if the cover is replaced at this moment; another try finds the new one.
 */
async function copyCoverFiles(ctx: Ctx, files: FileStore, eventId: number): Promise<CopiedCover | null> {
  const cover = await findCoverFiles(ctx.db, scopeOf(ctx.actor), eventId);
  if (!cover) return null;
  const copied = { id: cover.id, fileKey: newKey(), originalKey: cover.originalKey && newKey() };
  try {
    for (const name of namesOf(cover)) {
      await files.put(`${copied.fileKey}/${name}`, await files.get(`${cover.fileKey}/${name}`));
    }
    if (cover.originalKey) {
      const whole = await files.get(`${cover.originalKey}/${ORIGINAL_FILE}`);
      await files.put(`${copied.originalKey}/${ORIGINAL_FILE}`, whole);
    }
    return copied;
  } catch (error) {
    throw fail('UNAVAILABLE', { cause: error });
  }
}

const newKey = () => randomBytes(16).toString('hex');
const namesOf = ({ widths }: CoverFiles) => [...widths.map((width) => `${width}.webp`), SHARE_FILE];
