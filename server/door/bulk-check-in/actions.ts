import type { Verdict } from '@entrada/contract/door/check-in';
import type { CheckInListState } from '@entrada/contract/door/check-in-lists';
import { decideVerdict } from '@entrada/contract/door/decision';
import type { BulkReason } from '@entrada/contract/sales/bulk/jobs';
import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import type { BulkAction, Outcome } from '../../sales/bulk/actions/action.ts';
import { countChanged } from '../check-in/counts.ts';
import { insertScans } from '../check-in/scan-queries.ts';
import { stateOf } from '../check-in-lists/core/state.ts';
import { findEntryIds, findPeople, lockList, removeEntries } from './queries.ts';

const input = z.object({ checkInListId: z.number() });
const entry = z.object({ entryId: z.number() });

/** With an attendee's id, a nonce that no other scan has. */
const nonceOf = ({ id }: { id: number }) => `bulk-job-${id}-`;

/** What stands as the device of a scan that nobody made at a door. */
const DEVICE = 'workspace';

const REASONS: Record<Exclude<Verdict, 'admitted'>, BulkReason> = {
  already_in: 'ALREADY_IN',
  called_off: 'EVENT_CALLED_OFF',
  wrong_day: 'WRONG_DAY',
  wrong_ticket: 'WRONG_TICKET',
  cancelled: 'ATTENDEE_CANCELLED',
  unpaid: 'AWAITING_PAYMENT',
  revoked: 'FAILED',
  wrong_event: 'FAILED',
  unknown: 'FAILED',
  not_active: 'LIST_CLOSED',
  expired: 'LIST_CLOSED',
  just_scanned: 'ALREADY_IN',
  unreadable: 'FAILED',
  number: 'FAILED',
  checked_out: 'FAILED',
  not_inside: 'FAILED',
  no_check_out: 'FAILED',
};

type Person = NonNullable<ReturnType<Awaited<ReturnType<typeof findPeople>>['get']>>;
type List = NonNullable<Awaited<ReturnType<typeof lockList>>>;

/** What the door would say. */
function verdictOf(list: List, state: CheckInListState, person: Person): Verdict {
  const { ownStartsAt: startsAt, ownEndsAt: endsAt } = person;
  return decideVerdict({
    list: {
      state,
      eventId: list.event_id,
      admitsTicket: list.all_tickets || person.isAdmitted,
      isCalledOff: list.is_called_off,
      allowsReentry: false,
    },
    attendee: { ...person, own: startsAt && endsAt ? { startsAt, endsAt } : null },
    now: list.now,
    code: { kind: 'none' },
    direction: 'in',
    last: person.isIn ? { direction: 'in', at: list.now, isOwn: false } : null,
  });
}

/** Checks attendees in by a list as its door does. Only those who get in are recorded as scans. */
const checkInAction = (db: Db): BulkAction => ({
  kind: 'check_in',
  most: 500,
  run: async (tx, { job, scope, rows, witness }) => {
    const { checkInListId: listId } = input.parse(job.input);
    const list = await lockList(tx, scope, { eventId: job.eventId, listId });
    if (!list) return { outcomes: rows.map(({ rowId }): Outcome => ({ rowId, code: 'LIST_CLOSED' })) };
    const people = await findPeople(
      tx,
      listId,
      rows.map(({ rowId }) => rowId),
    );
    const state = stateOf(list);
    const verdicts = new Map(
      rows.map(({ rowId }): [number, Verdict] => {
        const person = people.get(rowId);
        return [rowId, person ? verdictOf(list, state, person) : 'unknown'];
      }),
    );
    const admitted = rows.filter(({ rowId }) => verdicts.get(rowId) === 'admitted').map(({ rowId }) => rowId);
    const recorded = await insertScans(
      tx,
      admitted.map((attendeeId) => ({
        list,
        attendeeId,
        codeVersion: null,
        outcome: 'admitted',
        method: 'search',
        device: DEVICE,
        nonce: `${nonceOf(job)}${attendeeId}`,
        scannedAt: list.now.toISOString(),
        userId: witness.actor.userId,
      })),
    );
    for (const [nth, attendeeId] of admitted.entries())
      verdicts.set(attendeeId, (recorded[nth]?.outcome ?? 'unknown') as Verdict);
    const entries = await findEntryIds(tx, listId, admitted);
    const outcomes = rows.map(({ rowId }): Outcome => {
      const verdict = verdicts.get(rowId) ?? 'unknown';
      return verdict === 'admitted'
        ? { rowId, code: null, undo: { entryId: entries.get(rowId) } }
        : { rowId, code: REASONS[verdict] };
    });
    const by = outcomes.filter(({ code }) => code === null).length;
    return { outcomes, after: () => countChanged(db, listId, by) };
  },
});

/** Takes back the entries that a job made, as long as they are open. */
const undoCheckInAction = (db: Db): BulkAction => ({
  kind: 'undo_check_in',
  most: 500,
  run: async (tx, { job, scope, rows, witness }) => {
    const { checkInListId: listId } = input.parse(job.input);
    const list = await lockList(tx, scope, { eventId: job.eventId, listId });
    if (!list) return { outcomes: rows.map(({ rowId }): Outcome => ({ rowId, code: 'LIST_CLOSED' })) };
    const gone = await removeEntries(tx, list, {
      entryIds: rows.map(({ undo }) => entry.parse(undo).entryId),
      prefix: nonceOf(job),
      device: DEVICE,
      userId: witness.actor.userId,
    });
    return {
      outcomes: rows.map(({ rowId }): Outcome => ({ rowId, code: gone.has(rowId) ? null : 'NOT_IN' })),
      after: () => countChanged(db, listId, -gone.size),
    };
  },
});

/** The kinds of jobs that the door adds. `db`: the connections of the door, whose counts they change. */
export const checkInActions = (db: Db): BulkAction[] => [checkInAction(db), undoCheckInAction(db)];
