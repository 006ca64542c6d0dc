import { personName } from '@entrada/contract/accounts/person-name';
import type { Direction, Verdict } from '@entrada/contract/door/check-in';
import {
  OFFLINE_HOURS,
  OFFLINE_PAGE,
  type OfflineConflict,
  type OfflineHead,
  type OfflinePerson,
} from '@entrada/contract/door/offline';
import { asTyped } from '@entrada/contract/words/side-by-side';
import { findPublicKeys } from '../../catalog/events/key-queries.ts';
import type { Ctx } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { type Cursor, canGoOn, readCursor, writeCursor } from '../../platform/live/cursor.ts';
import { PEOPLE_KEPT_SECONDS, readFeed } from '../../platform/live/queries.ts';
import { active } from '../check-in/door.ts';
import { type DoorList, findDoorList } from '../check-in/queries.ts';
import { type DoorCall, type Entered, enterByLink } from '../check-in-links/entry.ts';
import * as queries from './queries.ts';

const HOUR_MS = 3_600_000;
/** If more people than this changed, a phone loads all of them again. */
const MOST_CHANGED = OFFLINE_PAGE;
const MOST_CONFLICTS = 100;

/** The list of a phone that has a token. Throws as `enterByLink`, and DOOR_DEVICE_REQUIRED. */
async function enterWithPhone(ctx: Ctx, call: DoorCall): Promise<{ entered: Entered; list: DoorList }> {
  const entered = await enterByLink(ctx, call, 'steward');
  if (entered.deviceId === null) throw fail('DOOR_DEVICE_REQUIRED');
  const list = await findDoorList(ctx.db, entered.listId);
  if (!list) throw fail('CHECK_IN_LIST_NOT_FOUND');
  return { entered, list };
}

/** Where the feed stands now. Whatever is committed later is above it, also by a transaction that runs already. */
const edgeOf = async (ctx: Ctx): Promise<Cursor> => (await readFeed(ctx.db, null)).edge;

async function headOf(ctx: Ctx, list: DoorList, cursor: Cursor): Promise<OfflineHead> {
  const keys = await findPublicKeys(ctx.db, list.event_id);
  const kinds = await queries.findKinds(ctx.db, list);
  return {
    eventId: list.event_id,
    publicKeys: keys.map((key) => key.subarray(-32).toString('base64url')),
    isCalledOff: list.called_off_at !== null,
    activatesAt: list.activates_at?.toISOString() ?? null,
    expiresAt: list.expires_at?.toISOString() ?? null,
    allowsReentry: list.allows_reentry,
    tickets: kinds.map((kind) => ({
      id: kind.id,
      label: asTyped([kind.name, kind.label]),
      admitted: kind.admitted,
      ownStartsAt: kind.own_starts_at?.toISOString() ?? null,
      ownEndsAt: kind.own_ends_at?.toISOString() ?? null,
    })),
    now: list.now.toISOString(),
    until: new Date(list.now.getTime() + OFFLINE_HOURS * HOUR_MS).toISOString(),
    cursor: writeCursor(cursor),
    people: await queries.countPeople(ctx.db, list.event_id),
  };
}

/** What a phone needs to decide by itself, without the people. Throws as `enterByLink`, and DOOR_DEVICE_REQUIRED. */
export async function showHead(ctx: Ctx, call: DoorCall): Promise<OfflineHead> {
  const { list } = await enterWithPhone(ctx, call);
  return headOf(ctx, list, await edgeOf(ctx));
}

/**
 * One page of the people of the event. A list that is not active tells nothing about anybody. Throws as `showHead`, and
 * CHECK_IN_LIST_NOT_ACTIVE, CHECK_IN_LIST_EXPIRED.
 */
export async function listPeople(
  ctx: Ctx,
  call: DoorCall,
  after: string | null,
): Promise<{ people: OfflinePerson[]; next: string | null }> {
  const { list } = await enterWithPhone(ctx, call);
  return queries.findPeopleAfter(ctx.db, active(list), { after, limit: OFFLINE_PAGE });
}

/**
 * Who changed since a cursor, as they are now, and a new head. `reset`: the cursor is older than a day, of another life of the
 * database, or too many changed. Throws as `listPeople`.
 */
export async function listChanges(
  ctx: Ctx,
  call: DoorCall,
  since: string,
): Promise<{ reset: boolean; head: OfflineHead; people: OfflinePerson[] }> {
  const { list } = await enterWithPhone(ctx, call);
  active(list);
  const from = readCursor(since);
  const upto = await edgeOf(ctx);
  const ids =
    from && canGoOn(from, upto, PEOPLE_KEPT_SECONDS)
      ? await queries.findChanged(ctx.db, list, { from, upto, most: MOST_CHANGED })
      : null;
  return {
    reset: ids === null,
    head: await headOf(ctx, list, upto),
    people: ids === null ? [] : await queries.findPeople(ctx.db, list, ids),
  };
}

/** The newest conflicts of the list. Throws what `enterByLink` throws. */
export async function listConflicts(ctx: Ctx, call: DoorCall): Promise<OfflineConflict[]> {
  const { listId } = await enterByLink(ctx, call, 'steward');
  const rows = await queries.findConflicts(ctx.db, listId, MOST_CONFLICTS);
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    device: row.device,
    link: row.link,
    user:
      row.user_first_name === null
        ? null
        : personName({ firstName: row.user_first_name, lastName: row.user_last_name ?? '' }),
    direction: row.direction as Direction,
    outcome: row.outcome as Verdict,
    guest:
      row.reference === null
        ? null
        : {
            reference: row.reference,
            name: personName({ firstName: row.first_name ?? '', lastName: row.last_name ?? '' }),
            ticket: asTyped([row.ticket_name ?? '', row.price_label ?? '']),
          },
    first: row.first_at && { at: row.first_at.toISOString(), device: row.first_device ?? '' },
  }));
}
