import type { Direction } from '@entrada/contract/door/check-in';
import type { Ctx } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { inTurn } from '../../platform/turns.ts';
import { enterByLink } from '../check-in-links/entry.ts';
import { lockList } from '../movements/queries.ts';
import { recordMovements } from '../movements/service.ts';
import { countChanged, countsOf } from './counts.ts';
import { active, doorList, toGuest } from './door.ts';
import { findGuestById, findGuestByReference } from './queries.ts';
import type { DoorBy } from './service.ts';

/**
 * Takes the last entry of somebody back, or with `of` the last exit. A second call changes nothing more. The attempt is recorded
 * like any scan. `isOut`: an entry ended. Throws as `enterByLink`, CHECK_IN_LIST_NOT_ACTIVE, CHECK_IN_LIST_EXPIRED, and NOT_FOUND
 * for a reference that the event does not have. Locks the list against its deletion, then the attendee.
 */
export async function undoCheckIn(
  ctx: Ctx,
  by: DoorBy,
  attempt: {
    reference: string;
    of: Direction;
    device: string;
    nonce: string;
    scannedAt: string;
    userId?: number | null;
  },
) {
  const entered = 'listId' in by ? null : await enterByLink(ctx, by, 'supervisor');
  const listId = 'listId' in by ? by.listId : (entered?.listId ?? 0);
  const { device, nonce, scannedAt, of: direction } = attempt;
  const scan = {
    ...{ device, nonce, scannedAt, direction, deviceKey: null, happenedAt: null, phoneVerdict: null },
    method: 'undo' as const,
    userId: attempt.userId ?? entered?.userId ?? null,
    linkId: entered?.linkId ?? null,
  };
  const moves = `undo-${direction}` as const;
  const done = await inTurn(ctx.db, [`check-in list ${listId}`], async (tx) => {
    const locked = await lockList(tx, listId);
    if (!locked || locked.isDeleted) throw fail('CHECK_IN_LIST_NOT_FOUND');
    const list = active(await doorList(tx, listId));
    const found = await findGuestByReference(tx, list, attempt.reference);
    if (!found) throw fail('NOT_FOUND');
    const decide = () => ({ outcome: 'undone' as const, moves, isConflict: false });
    const { by: more } = await recordMovements(tx, locked, [{ ...scan, attendeeId: found.id }], decide);
    failpoint('check-in.undone');
    const guest = await findGuestById(tx, list, found.id);
    return { list, guest: toGuest(guest ?? found), more };
  });
  if (done.more !== 0) countChanged(ctx.db, done.list.id, done.more);
  return { guest: done.guest, isOut: done.more < 0, ...(await countsOf(ctx.db, done.list)) };
}
