import type { Direction, Guest, Verdict } from '@entrada/contract/door/check-in';
import type { Db } from '../../db/client.ts';
import { countsOf } from './counts.ts';
import { type GuestFacts, toGuest } from './door.ts';
import * as queries from './queries.ts';
import * as scans from './scan-queries.ts';

export type DoorAnswer = {
  verdict: Verdict;
  guest: Guest | null;
  earlier: { at: string; device: string } | null;
  others: number;
  attendees: number;
  checkedIn: number;
};

/** The answer about a guest with the guest's current state in the database. */
export async function answerByNow(
  db: Db,
  list: AnsweringList,
  said: { outcome: string; attendee_id: number | null; direction: Direction },
): Promise<DoorAnswer> {
  const { attendee_id: id, direction, outcome } = said;
  const row = id === null ? undefined : await queries.findGuestById(db, list, id);
  return answerWith(db, list, { verdict: outcome as Verdict, direction }, row);
}

type AnsweringList = queries.GuestList & { others: number };

/** The answer about a guest who is known already. */
export async function answerWith(
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
