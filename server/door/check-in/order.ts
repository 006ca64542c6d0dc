import { type Guest, MOST_OF_ORDER, type Verdict } from '@entrada/contract/door/check-in';
import type { Ctx } from '../../platform/context.ts';
import { type DoorCall, enterByLink } from '../check-in-links/entry.ts';
import { INSIDE } from './answers.ts';
import { countsOf } from './counts.ts';
import { doorList } from './door.ts';
import { findOthers } from './scan-queries.ts';
import { type Attempt, checkIn } from './service.ts';

type OrderAnswer = {
  verdict: Verdict;
  people: { guest: Guest; verdict: Verdict }[];
  attendees: number;
  checkedIn: number;
};

/**
 * Lets in somebody and the rest of their order that is outside, each by `checkIn`. If the door refuses the one that was scanned,
 * nobody else is asked for. A repeated nonce asks for the same people. Throws as `checkIn`.
 */
export async function checkInOrder(
  ctx: Ctx,
  by: DoorCall,
  attempt: Extract<Attempt, { method: 'scan' | 'search' }>,
): Promise<OrderAnswer> {
  const { verdict, guest, ...counts } = await checkIn(ctx, by, attempt);
  const { attendees, checkedIn } = counts;
  if (!guest || !INSIDE.has(verdict)) return { verdict, people: [], attendees, checkedIn };
  const { listId } = await enterByLink(ctx, by, 'steward');
  const list = await doorList(ctx.db, listId);
  const { reference } = guest;
  const ids = await findOthers(ctx.db, list, { reference, nonce: attempt.nonce, limit: MOST_OF_ORDER });
  const { device, deviceId, scannedAt } = attempt;
  const answers = await Promise.all(
    ids.map((attendeeId) => {
      const nonce = `${attempt.nonce}-${attendeeId}`;
      const one = {
        method: 'order',
        direction: 'in',
        attendeeId,
        device,
        deviceId,
        scannedAt,
        nonce,
      } as const;
      return checkIn(ctx, by, one);
    }),
  );
  const people = answers.flatMap((one) => (one.guest ? [{ guest: one.guest, verdict: one.verdict }] : []));
  return { verdict, people, ...(await countsOf(ctx.db, list)) };
}
