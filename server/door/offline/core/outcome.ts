import type { Direction, Verdict } from '@entrada/contract/door/check-in';
import { type CodeReading, decideVerdict, listStateAt } from '@entrada/contract/door/decision';
import type { Decided, PersonAtDoor } from '../../movements/service.ts';

export type ListThen = {
  eventId: number;
  activatesAt: Date | null;
  expiresAt: Date | null;
  /** When it was closed or deleted. */
  closedAt: Date | null;
  isCalledOff: boolean;
  allowsReentry: boolean;
};

export type SentScan = {
  /** When it was made, by the clock of the server. */
  at: Date;
  code: CodeReading;
  direction: Direction;
  isUndo: boolean;
  /** What the phone answered. */
  verdict: Verdict;
  /** Whether the link may look people up and take movements back. */
  isSupervisor: boolean;
};

const LET_THROUGH: ReadonlySet<Verdict> = new Set(['admitted', 'checked_out', 'not_inside']);

/**
 * What becomes of a scan that a phone made by itself. A refusal stands as it is: nobody moved. Whoever was let through and should
 * not have been is a conflict, and moves nobody. The list counts as it was when the scan was made, the ticket as it is now. Who was
 * inside is not looked at here. Pure.
 */
export function outcomeOf(scan: SentScan, list: ListThen, person: PersonAtDoor | undefined): Decided {
  const { at, code, direction, verdict } = scan;
  const isLookedUp = code.kind === 'none' || scan.isUndo;
  if (isLookedUp && !scan.isSupervisor) return { outcome: 'unknown', moves: null, isConflict: true };
  if (scan.isUndo)
    return person
      ? { outcome: 'undone', moves: `undo-${direction}`, isConflict: false }
      : { outcome: 'unknown', moves: null, isConflict: true };
  // A phone whose page is older does not tell a number from an unknown code.
  if (verdict === 'unknown' && code.kind === 'number')
    return { outcome: 'number', moves: null, isConflict: false };
  if (!LET_THROUGH.has(verdict)) return { outcome: verdict, moves: null, isConflict: false };
  const { ownStartsAt: startsAt, ownEndsAt: endsAt } = person ?? {};
  const knows = decideVerdict({
    list: {
      state: list.closedAt && at >= list.closedAt ? 'closed' : listStateAt(list, at),
      eventId: list.eventId,
      admitsTicket: person?.isAdmitted ?? false,
      isCalledOff: list.isCalledOff,
      // It was allowed when the phone let somebody out.
      allowsReentry: true,
    },
    attendee: person
      ? {
          status: person.status,
          eventId: list.eventId,
          codeVersion: person.codeVersion,
          own: startsAt && endsAt ? { startsAt, endsAt } : null,
        }
      : null,
    now: at,
    code,
    direction,
    last: null,
  });
  if (LET_THROUGH.has(knows)) return { outcome: knows, moves: direction, isConflict: false };
  return { outcome: knows, moves: null, isConflict: true };
}
