import { personName } from '@entrada/contract/accounts/person-name';
import type { Guest, Verdict } from '@entrada/contract/door/check-in';
import { type FoundGuest, SIMILAR_LIMIT } from '@entrada/contract/door/supervising';
import { asTyped } from '@entrada/contract/words/side-by-side';
import { audit } from '../../platform/audit.ts';
import { type Ctx, scopeOfRow } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { inOrderOf } from '../../platform/lists/page.ts';
import { inTurn } from '../../platform/turns.ts';
import { countChanged, countsOf } from '../check-in/counts.ts';
import { active, toGuest } from '../check-in/door.ts';
import * as people from '../check-in/queries.ts';
import { type DoorCall, type Entered, enterByLink } from '../check-in-links/entry.ts';
import { overrulableOf } from './core/overrule.ts';
import * as queries from './queries.ts';
import { findAlike, findListsOfTickets } from './search-queries.ts';

/** The list of a supervisor's link. Throws what `enterByLink` throws. */
export async function enterAsSupervisor(
  ctx: Ctx,
  call: DoorCall,
): Promise<{ entered: Entered; list: people.DoorList }> {
  const entered = await enterByLink(ctx, call, 'supervisor');
  const list = await people.findDoorList(ctx.db, entered.listId);
  if (!list) throw fail('CHECK_IN_LIST_NOT_FOUND');
  return { entered, list };
}

/**
 * Guests who are spelled like the text, at most `SIMILAR_LIMIT`, the closest first; of the list, or of all lists of its
 * event. Cancelled ones are left out. An email address finds nobody here. Throws what `enterByLink` throws, and
 * CHECK_IN_LIST_NOT_ACTIVE, CHECK_IN_LIST_EXPIRED.
 */
export async function findSimilarGuests(
  ctx: Ctx,
  call: DoorCall,
  { text, everywhere }: { text: string; everywhere: boolean },
): Promise<FoundGuest[]> {
  const { list } = await enterAsSupervisor(ctx, call);
  active(list);
  if (text.includes('@')) return [];
  const place = { eventId: list.event_id, listId: list.id };
  const ids = await findAlike(ctx.db, place, { text, everywhere, limit: SIMILAR_LIMIT });
  const rows = inOrderOf(ids, await people.findGuests(ctx.db, list, ids));
  const listsOf = rows.length > 0 ? await findListsOfTickets(ctx.db, list.event_id) : () => [];
  return rows.map((row) => ({
    guest: toGuest(row),
    isOnList: row.admitted_here,
    lists: listsOf(row.ticket_id),
  }));
}

/**
 * Everything that a supervisor may know of one person of the event. Throws as `findSimilarGuests`, and NOT_FOUND for a
 * reference that the event does not have.
 */
export async function showGuest(ctx: Ctx, call: DoorCall, reference: string) {
  const { list } = await enterAsSupervisor(ctx, call);
  active(list);
  const row = await people.findGuestByReference(ctx.db, list, reference);
  if (!row) throw fail('NOT_FOUND');
  const [order, scans, listsOf] = await Promise.all([
    queries.findOrderOf(ctx.db, row.id),
    queries.findScansOf(ctx.db, row.id, 6),
    findListsOfTickets(ctx.db, list.event_id),
  ]);
  const { note, ...rest } = order;
  return {
    guest: toGuest(row),
    isOnList: row.admitted_here,
    lists: listsOf(row.ticket_id),
    order: rest,
    scans: scans.map(({ at, outcome, ...scan }) => ({
      ...scan,
      at: at.toISOString(),
      outcome: outcome as Verdict | 'undone',
    })),
    note,
    overrulable: whyRefused(list, row),
  };
}

const whyRefused = (list: people.DoorList, row: people.GuestRow) =>
  overrulableOf({
    eventId: list.event_id,
    isCalledOff: list.called_off_at !== null,
    isInside: row.checked_in_at !== null,
    admitsTicket: row.admitted_here,
    status: row.status as Guest['status'],
    own:
      row.own_starts_at && row.own_ends_at ? { startsAt: row.own_starts_at, endsAt: row.own_ends_at } : null,
    now: list.now,
  });

type Override = { reference: string; reason: string; device: string; nonce: string; scannedAt: string };
type Overruled = { verdict: Verdict; guest: Guest; attendees: number; checkedIn: number };

/**
 * Lets somebody in whom the door refuses for a reason of `OVERRULABLE`, and records who wanted it and why, in the scan and in
 * the audit. A repeated nonce changes nothing more. Locks the list against its deletion, then the attendee. Throws as
 * `showGuest`, and DOOR_NOT_OVERRULABLE if the door would not refuse them, or for another reason.
 */
export async function letInAnyway(ctx: Ctx, call: DoorCall, wish: Override): Promise<Overruled> {
  const { entered } = await enterAsSupervisor(ctx, call);
  const scope = scopeOfRow(entered);
  const done = await inTurn(ctx.db, [`check-in list ${entered.listId}`], async (tx) => {
    const found = await people.lockDoorList(tx, entered.listId);
    if (!found) throw fail('CHECK_IN_LIST_NOT_FOUND');
    const list = active(found);
    const row = await people.findGuestByReference(tx, list, wish.reference);
    if (!row) throw fail('NOT_FOUND');
    const locked = await queries.lockAttendee(tx, row.id);
    const why = locked?.status === row.status ? whyRefused(list, row) : null;
    if (!why && !row.checked_in_at) throw fail('DOOR_NOT_OVERRULABLE');
    const outcome = await queries.insertOverride(tx, {
      list,
      attendeeId: row.id,
      linkId: entered.linkId,
      userId: entered.userId,
      ...wish,
    });
    if (outcome === 'admitted')
      await audit(tx, ctx, scope, {
        action: 'attendee.let_in_anyway',
        target: { type: 'attendee', id: row.id },
        after: { why, reason: wish.reason, list: list.name, listId: list.id, link: entered.linkName },
      });
    return { list, attendeeId: row.id, outcome };
  });
  if (done.outcome === 'admitted') countChanged(ctx.db, done.list.id, 1);
  const row = await people.findGuestById(ctx.db, done.list, done.attendeeId);
  if (!row) throw fail('NOT_FOUND');
  const verdict = done.outcome ?? (row.checked_in_at ? 'admitted' : 'already_in');
  return { verdict, guest: toGuest(row), ...(await countsOf(ctx.db, done.list)) };
}

/** Who is inside by a list, the event by its places, and the last movements. Throws what `enterByLink` throws. */
export async function showInside(ctx: Ctx, call: DoorCall) {
  const { list } = await enterAsSupervisor(ctx, call);
  const { checkedIn: inside } = await countsOf(ctx.db, list);
  const cameIn = await queries.countEntries(ctx.db, list);
  const lists = await queries.findListPlaces(ctx.db, list.event_id);
  const capacities = await queries.findCapacityPlaces(ctx.db, list.event_id);
  const last = await queries.findMovements(ctx.db, list.id, 10);
  return {
    inside,
    cameIn: Math.max(cameIn, inside),
    wentOut: Math.max(0, cameIn - inside),
    places: [...lists, ...capacities],
    last: last.map((one) => ({
      name: personName({ firstName: one.first_name, lastName: one.last_name }),
      ticket: asTyped([one.ticket_name, one.price_label]),
      direction: one.outcome === 'checked_out' ? ('out' as const) : ('in' as const),
      at: one.at.toISOString(),
      device: one.device,
    })),
  };
}
