import { personName } from '@entrada/contract/accounts/person-name';
import type { Direction, Guest, getDoor, Verdict } from '@entrada/contract/door/check-in';
import { type CodeReading, decideVerdict, type LastMovement } from '@entrada/contract/door/decision';
import { isPartOfCode } from '@entrada/contract/door/ticket-code';
import type { ListMeta, ListQuery } from '@entrada/contract/list';
import { asTyped } from '@entrada/contract/words/side-by-side';
import type { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import type { Ctx } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { inOrderOf } from '../../platform/lists/page.ts';
import { peekTicketCode } from '../../sales/attendees/core/ticket-code.ts';
import { refusalOf } from '../check-in-links/core/entry.ts';
import { type DoorCall, enterByLink, lookAtLink, tokenHashOf } from '../check-in-links/entry.ts';
import { sawDevice } from '../check-in-links/seen.ts';
import { stateOf } from '../check-in-lists/core/state.ts';
import { countChanged, countsOf } from './counts.ts';
import { lockList } from './movement-queries.ts';
import { type DoorScan, recordMovements } from './movements.ts';
import * as queries from './queries.ts';
import { recordScan } from './recording.ts';
import * as scans from './scan-queries.ts';
import { verifyByEvent } from './ticket-keys.ts';

/** By what somebody acts: a link, at a door, or the list itself, in the workspace. */
export type DoorBy = DoorCall | { listId: number };

/**
 * The list as the door sees it, or only its name and its event's if the phone has yet to enter the PIN. Throws
 * CHECK_IN_LIST_NOT_FOUND.
 */
export async function showDoor(
  ctx: Ctx,
  call: DoorCall,
): Promise<z.input<(typeof getDoor)['response']>['data']> {
  const link = await lookAtLink(ctx, call);
  if (refusalOf(link, { atLeast: 'steward' }) === 'DOOR_PIN_REQUIRED')
    return { needsPin: true, name: link.name, event: { title: link.event_title } };
  const entered = await enterByLink(ctx, call, 'steward');
  const list = await doorList(ctx.db, entered.listId);
  return {
    needsPin: false,
    name: list.name,
    description: list.description,
    state: stateOf(list),
    activatesAt: list.activates_at?.toISOString() ?? null,
    expiresAt: list.expires_at?.toISOString() ?? null,
    link: entered.linkName,
    role: entered.role,
    allowsReentry: list.allows_reentry,
    allowsSales: list.allows_sales && entered.role === 'supervisor',
    event: {
      id: list.event_id,
      title: list.title,
      timezone: list.timezone,
      startsAt: list.starts_at.toISOString(),
    },
    ...(await countsOf(ctx.db, list)),
  };
}

/** Throws CHECK_IN_LIST_NOT_FOUND. */
export async function doorList(db: Db | Tx, listId: number): Promise<queries.DoorList> {
  return existing(await queries.findDoorList(db, listId));
}

function existing(list: queries.DoorList | undefined): queries.DoorList {
  if (!list) throw fail('CHECK_IN_LIST_NOT_FOUND');
  return list;
}

type GuestFacts = Pick<
  queries.GuestRow,
  | 'reference'
  | 'first_name'
  | 'last_name'
  | 'status'
  | 'ticket_name'
  | 'price_label'
  | 'own_starts_at'
  | 'own_ends_at'
  | 'checked_in_at'
  | 'device'
>;

/** A guest as the door may know them. */
export const toGuest = (row: GuestFacts): Guest => ({
  reference: row.reference,
  name: personName({ firstName: row.first_name, lastName: row.last_name }),
  ticket: asTyped([row.ticket_name, row.price_label]),
  status: row.status as Guest['status'],
  ownStartsAt: row.own_starts_at?.toISOString() ?? null,
  ownEndsAt: row.own_ends_at?.toISOString() ?? null,
  checkedInAt: row.checked_in_at?.toISOString() ?? null,
});

/**
 * Guests of an active list, found by name, by reference, or by one exact email address, for supervisors. The address is never
 * shown. Throws as `enterByLink`, and CHECK_IN_LIST_NOT_ACTIVE, CHECK_IN_LIST_EXPIRED.
 */
export async function listGuests(
  ctx: Ctx,
  call: DoorCall,
  query: ListQuery,
): Promise<{ data: Guest[]; meta: ListMeta }> {
  const { listId } = await enterByLink(ctx, call, 'supervisor');
  const list = active(await doorList(ctx.db, listId));
  const { ids, meta } = await queries.findGuestPage(ctx.db, list, query);
  return { data: inOrderOf(ids, await queries.findGuests(ctx.db, list, ids)).map(toGuest), meta };
}

/** The list, if it is active. Throws CHECK_IN_LIST_NOT_FOUND, CHECK_IN_LIST_NOT_ACTIVE, CHECK_IN_LIST_EXPIRED. */
export function active(list: queries.DoorList): queries.DoorList {
  const state = stateOf(list);
  if (state === 'closed') throw fail('CHECK_IN_LIST_NOT_FOUND');
  if (state === 'not_active') throw fail('CHECK_IN_LIST_NOT_ACTIVE');
  if (state === 'expired') throw fail('CHECK_IN_LIST_EXPIRED');
  return list;
}

export type Attempt = {
  direction: Direction;
  device: string;
  deviceId?: string | undefined;
  nonce: string;
  scannedAt: string;
  userId?: number | null;
} & (
  | { method: 'scan'; code: string }
  | { method: 'search'; reference: string }
  // One of an order whose code was scanned.
  | { method: 'order'; attendeeId: number }
);
type DoorAnswer = {
  verdict: Verdict;
  guest: Guest | null;
  earlier: { at: string; device: string } | null;
  others: number;
  attendees: number;
  checkedIn: number;
};

/**
 * Reads a code and finds out whom the scan asks for. The code is verified with the key of its own event, so a
 * forged code stays unknown. A part of a code is told apart, because scanning again helps.
 */
async function readAttempt(db: Db, attempt: Attempt): Promise<{ code: CodeReading; wanted: scans.Wanted }> {
  if (attempt.method === 'order')
    return { code: { kind: 'none' }, wanted: { attendeeId: attempt.attendeeId } };
  if (attempt.method === 'search')
    return { code: { kind: 'none' }, wanted: { reference: attempt.reference } };
  const claimed = peekTicketCode(attempt.code);
  if (!claimed)
    return { code: { kind: isPartOfCode(attempt.code) ? 'unreadable' : 'foreign' }, wanted: null };
  const read = await verifyByEvent(db, claimed.eventId, attempt.code);
  if (!read) return { code: { kind: 'foreign' }, wanted: null };
  const { eventId, attendeeId, codeVersion } = read;
  return { code: { kind: 'read', eventId, codeVersion }, wanted: { attendeeId } };
}

const LIST_KEYS = ['check_ins_account_id_check_in_list_id_fkey', 'scans_account_id_check_in_list_id_fkey'];

const personOf = (facts: scans.Facts) => (facts.attendee_id === null ? null : facts);

/** Refuses a scan by a link that may not make it. */
function expectEntered(ctx: Ctx, { link }: scans.Facts, method: Attempt['method']): void {
  if (!link) return;
  const refusal = refusalOf(link, { atLeast: method === 'search' ? 'supervisor' : 'steward' });
  if (refusal) throw fail(refusal);
  if (link.device_id !== null) sawDevice(ctx, link.device_id);
}

/** By what a phone is known: its own name for itself, or its token. Null for one of before, which has neither. */
function deviceKeyOf({ deviceId }: Attempt, { link }: scans.Facts): string | null {
  if (deviceId !== undefined) return deviceId;
  return link === null || link.device_id === null ? null : `t${link.device_id}`;
}

/** The last movement of somebody by a list, as far as it matters which way they go. */
async function lastOf(
  db: Db,
  facts: scans.Facts,
  { direction, key }: { direction: Direction; key: string | null },
): Promise<LastMovement | null> {
  if (facts.attendee_id === null) return null;
  const { checked_in_at: at, device_key: by } = facts;
  if (at) return { direction: 'in', at, isOwn: key !== null && by === key };
  if (direction === 'in' || !facts.allows_reentry) return null;
  const exit = await scans.findLastExit(db, facts.id, facts.attendee_id);
  if (!exit?.checked_out_at) return null;
  return { direction: 'out', at: exit.checked_out_at, isOwn: key !== null && exit.out_device_key === key };
}

/**
 * Checks somebody in, once per list, or out by a list that allows it, or says why not. Every attempt is recorded. A repeated attempt with the
 * same nonce gets its first answer and changes nothing. If two doors scan a person at once, a partial unique
 * index admits only one scan. One statement reads the facts of a scan. All simultaneous scans share one
 * statement that writes. No transaction stays open between the two. Throws as `enterByLink`, and
 * IDEMPOTENCY_IN_PROGRESS if the first attempt with the nonce is not recorded yet.
 */
export async function checkIn(ctx: Ctx, by: DoorBy, attempt: Attempt): Promise<DoorAnswer> {
  const { code, wanted } = await readAttempt(ctx.db, attempt);
  const place = 'listId' in by ? by : { shortId: by.shortId, tokenHash: tokenHashOf(by) };
  const facts = await scans.findFacts(ctx.db, place, wanted);
  if (!facts) throw fail('CHECK_IN_LIST_NOT_FOUND');
  expectEntered(ctx, facts, attempt.method);
  const person = personOf(facts);
  const key = deviceKeyOf(attempt, facts);
  const outcome = decideVerdict({
    list: {
      state: stateOf(facts),
      eventId: facts.event_id,
      admitsTicket: facts.admitted_here === true,
      isCalledOff: facts.is_called_off,
      allowsReentry: facts.allows_reentry,
    },
    attendee: person && {
      status: person.status as Guest['status'],
      eventId: person.attendee_event_id,
      codeVersion: person.code_version,
      own:
        person.own_starts_at && person.own_ends_at
          ? { startsAt: person.own_starts_at, endsAt: person.own_ends_at }
          : null,
    },
    now: facts.now,
    code,
    direction: attempt.direction,
    last: await lastOf(ctx.db, facts, { direction: attempt.direction, key }),
  });
  const tellsNobody = outcome === 'unknown' || outcome === 'not_active' || outcome === 'expired';
  const attendeeId = tellsNobody ? null : (person?.attendee_id ?? null);
  failpoint('check-in.before-commit');
  const { direction, device, nonce, scannedAt } = attempt;
  const scan = {
    direction,
    device,
    deviceKey: key,
    nonce,
    scannedAt,
    method: attempt.method === 'scan' ? ('scan' as const) : ('search' as const),
    userId: attempt.userId ?? facts.link?.link_user_id ?? null,
    linkId: facts.link?.link_id ?? null,
    attendeeId,
  };
  if (attendeeId !== null && (outcome === 'checked_out' || outcome === 'not_inside'))
    return checkOut(ctx, facts, { ...scan, attendeeId });
  const recorded = await recordScan(ctx.db, {
    ...scan,
    list: facts,
    outcome,
    codeVersion: code.kind === 'read' ? code.codeVersion : null,
  }).catch((error: unknown) => {
    if (violates(error, 'scans_nonce')) return null;
    if (LIST_KEYS.some((key) => violates(error, key))) throw fail('CHECK_IN_LIST_NOT_FOUND');
    throw error;
  });
  if (!recorded) {
    const before = await scans.findScan(ctx.db, facts.id, attempt.nonce);
    if (!before) throw fail('IDEMPOTENCY_IN_PROGRESS', { retryAfter: 1 });
    return answerByNow(ctx.db, facts, { ...before, direction });
  }
  if (recorded.checkedInAt) countChanged(ctx.db, facts.id, 1);
  const lost = recorded.outcome !== outcome;
  if (lost || !person || attendeeId === null)
    return answerByNow(ctx.db, facts, { outcome: recorded.outcome, attendee_id: attendeeId, direction });
  const guest = { ...person, checked_in_at: recorded.checkedInAt ?? person.checked_in_at };
  return answerWith(ctx.db, facts, { verdict: outcome, direction }, guest);
}

/** Lets somebody out who may leave. Locks the list against its deletion, then the attendee. */
async function checkOut(
  ctx: Ctx,
  facts: scans.Facts,
  scan: Omit<DoorScan, 'happenedAt' | 'phoneVerdict'> & { attendeeId: number },
): Promise<DoorAnswer> {
  const { recorded, by } = await inTransaction(ctx.db, async (tx) => {
    const list = await lockList(tx, facts.id);
    if (!list || list.isDeleted) throw fail('CHECK_IN_LIST_NOT_FOUND');
    return recordMovements(tx, list, [{ ...scan, happenedAt: null, phoneVerdict: null }], () => ({
      outcome: 'checked_out',
      moves: 'out',
      isConflict: false,
    }));
  });
  if (by !== 0) countChanged(ctx.db, facts.id, by);
  const { outcome = 'checked_out', attendeeId = null } = recorded.get(scan.nonce) ?? {};
  return answerByNow(ctx.db, facts, { outcome, attendee_id: attendeeId, direction: 'out' });
}

/** The answer about a guest with the guest's current state in the database. */
async function answerByNow(
  db: Db,
  list: AnsweringList,
  said: { outcome: string; attendee_id: number | null; direction: Direction },
): Promise<DoorAnswer> {
  const { attendee_id: id, direction, outcome } = said;
  const row = id === null ? undefined : await queries.findGuestById(db, list, id);
  return answerWith(db, list, { verdict: outcome as Verdict, direction }, row);
}

type AnsweringList = queries.GuestList & { others: number };

async function answerWith(
  db: Db,
  list: AnsweringList,
  { verdict, direction }: { verdict: Verdict; direction: Direction },
  row: (GuestFacts & ({ id: number } | { attendee_id: number })) | undefined,
): Promise<DoorAnswer> {
  const isIn = direction === 'in' && row !== undefined && row.checked_in_at !== null;
  return {
    verdict,
    guest: row ? toGuest(row) : null,
    earlier: row ? await earlierOf(db, list, { verdict, direction }, row) : null,
    others: isIn && INSIDE.has(verdict) ? list.others : 0,
    ...(await countsOf(db, list)),
  };
}

/** Verdicts about somebody who is inside now. */
export const INSIDE: ReadonlySet<Verdict> = new Set(['admitted', 'already_in', 'just_scanned']);

async function earlierOf(
  db: Db,
  list: { id: number },
  { verdict, direction }: { verdict: Verdict; direction: Direction },
  row: GuestFacts & ({ id: number } | { attendee_id: number }),
): Promise<DoorAnswer['earlier']> {
  if (verdict === 'admitted' || !(INSIDE.has(verdict) || verdict === 'not_inside')) return null;
  if (direction === 'in')
    return row.checked_in_at && { at: row.checked_in_at.toISOString(), device: row.device ?? '' };
  const exit = await scans.findLastExit(db, list.id, 'id' in row ? row.id : row.attendee_id);
  return exit?.checked_out_at
    ? { at: exit.checked_out_at.toISOString(), device: exit.out_device ?? '' }
    : null;
}
