import type { Direction, Guest } from '@entrada/contract/door/check-in';
import { type CodeReading, decideVerdict, type LastMovement } from '@entrada/contract/door/decision';
import { kindOfOther } from '@entrada/contract/door/ticket-code';
import { type Db, inTransaction } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import type { Ctx } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { peekTicketCode } from '../../sales/attendees/core/ticket-code.ts';
import { refusalOf } from '../check-in-links/core/entry.ts';
import { type DoorCall, tokenHashOf } from '../check-in-links/entry.ts';
import { sawDevice } from '../check-in-links/seen.ts';
import { stateOf } from '../check-in-lists/core/state.ts';
import { lockList } from '../movements/queries.ts';
import { type DoorScan, recordMovements } from '../movements/service.ts';
import { answerByNow, answerWith, type DoorAnswer } from './answers.ts';
import { countChanged } from './counts.ts';
import type { Facts, Wanted } from './facts-queries.ts';
import { findFacts, recordScan } from './lanes.ts';
import * as scans from './scan-queries.ts';
import { verifyByEvent } from './ticket-keys.ts';

/** By what somebody acts: a link, at a door, or the list itself, in the workspace. */
export type DoorBy = DoorCall | { listId: number };

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
/**
 * Reads a code and finds out whom the scan asks for. The code is verified with the key of its own event, so a
 * forged code stays unknown. A part of a code is told apart, because scanning again helps, and a number, because the guest is
 * found by it.
 */
async function readAttempt(db: Db, attempt: Attempt): Promise<{ code: CodeReading; wanted: Wanted }> {
  if (attempt.method === 'order')
    return { code: { kind: 'none' }, wanted: { attendeeId: attempt.attendeeId } };
  if (attempt.method === 'search')
    return { code: { kind: 'none' }, wanted: { reference: attempt.reference } };
  const claimed = peekTicketCode(attempt.code);
  if (!claimed) return { code: { kind: kindOfOther(attempt.code) }, wanted: null };
  const read = await verifyByEvent(db, claimed.eventId, attempt.code);
  if (!read) return { code: { kind: 'foreign' }, wanted: null };
  const { eventId, attendeeId, codeVersion } = read;
  return { code: { kind: 'read', eventId, codeVersion }, wanted: { attendeeId } };
}

const LIST_KEYS = ['check_ins_account_id_check_in_list_id_fkey', 'scans_account_id_check_in_list_id_fkey'];

const personOf = (facts: Facts) => (facts.attendee_id === null ? null : facts);

/** Refuses a scan by a link that may not make it. */
function expectEntered(ctx: Ctx, { link }: Facts, method: Attempt['method']): void {
  if (!link) return;
  const refusal = refusalOf(link, { atLeast: method === 'search' ? 'supervisor' : 'steward' });
  if (refusal) throw fail(refusal);
  if (link.device_id !== null) sawDevice(ctx, link.device_id);
}

/** By what a phone is known: its own name for itself, or its token. Null for one of before, which has neither. */
function deviceKeyOf({ deviceId }: Attempt, { link }: Facts): string | null {
  if (deviceId !== undefined) return deviceId;
  return link === null || link.device_id === null ? null : `t${link.device_id}`;
}

/** The last movement of somebody by a list, as far as it matters which way they go. */
async function lastOf(
  db: Db,
  facts: Facts,
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
 * index admits only one scan. Simultaneous scans share one statement that reads what is known, and
 * one that writes. No transaction stays open between the two. Throws as `enterByLink`, and
 * IDEMPOTENCY_IN_PROGRESS if the first attempt with the nonce is not recorded yet.
 */
export async function checkIn(ctx: Ctx, by: DoorBy, attempt: Attempt): Promise<DoorAnswer> {
  const { code, wanted } = await readAttempt(ctx.db, attempt);
  const place = 'listId' in by ? by : { shortId: by.shortId, tokenHash: tokenHashOf(by) };
  const facts = await findFacts(ctx.db, { place, wanted });
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
  if (recorded.checkedInAt) countChanged(ctx.db, facts.id, 1, recorded.xid);
  const lost = recorded.outcome !== outcome;
  if (lost || !person || attendeeId === null)
    return answerByNow(ctx.db, facts, { outcome: recorded.outcome, attendee_id: attendeeId, direction });
  const guest = { ...person, checked_in_at: recorded.checkedInAt ?? person.checked_in_at };
  return answerWith(ctx.db, facts, { verdict: outcome, direction }, guest);
}

/** Lets somebody out who may leave. Locks the list against its deletion, then the attendee. */
async function checkOut(
  ctx: Ctx,
  facts: Facts,
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
