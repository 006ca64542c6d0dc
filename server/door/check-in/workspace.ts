import { randomUUID } from 'node:crypto';
import { WORKSPACE_DEVICE } from '@entrada/contract/constants';
import type { Verdict } from '@entrada/contract/door/check-in';
import { type Ctx, scopeOf, userOf } from '../../platform/context.ts';
import { fail, failFields } from '../../platform/errors.ts';
import * as queries from './queries.ts';
import { checkIn } from './service.ts';
import { undoCheckIn } from './undo.ts';

/** So many scans wait for the lane at once, which writes them together. */
const AT_ONCE = 50;

type At = { eventId: number; listId: number };

/** The list and the references of attendees, in the given order. NOT_FOUND, VALIDATION_FAILED for another's. */
async function read(ctx: Ctx, { eventId, listId }: At, attendeeIds: readonly number[]) {
  const scope = scopeOf(ctx.actor);
  if (!(await queries.hasList(ctx.db, scope, { eventId, listId }))) throw fail('NOT_FOUND');
  const ids = [...new Set(attendeeIds)];
  const references = await queries.findReferences(ctx.db, scope, { eventId, ids });
  const wanted = ids.map((attendeeId) => ({ attendeeId, reference: references.get(attendeeId) ?? '' }));
  if (wanted.some(({ reference }) => reference === ''))
    throw failFields([{ path: 'attendeeIds', code: 'not_found' }]);
  return { by: { listId }, wanted };
}

/** One attempt of the user. A repeated request has the same nonces, so that it changes nothing more. */
const stamp = (ctx: Ctx, key: string) => ({
  device: WORKSPACE_DEVICE,
  nonce: `workspace-${key}`,
  scannedAt: ctx.now.toISOString(),
  userId: userOf(ctx.actor).userId,
});

/**
 * Lets attendees in by a list, each by the rules and the record of its door (`checkIn`), in the name of the user. `key`: the
 * request's idempotency key. Nothing holds them together: a refusal keeps nobody else out. Throws NOT_FOUND for a list of
 * another event or account, VALIDATION_FAILED for such an attendee, CHECK_IN_LIST_NOT_FOUND if it is deleted meanwhile.
 */
export async function checkInAttendees(
  ctx: Ctx,
  at: At,
  { attendeeIds, key }: { attendeeIds: readonly number[]; key: string | null },
): Promise<
  { attendeeId: number; verdict: Verdict; earlier: Awaited<ReturnType<typeof checkIn>>['earlier'] }[]
> {
  const { by, wanted } = await read(ctx, at, attendeeIds);
  const request = key ?? randomUUID();
  const letIn = async ({ attendeeId, reference }: (typeof wanted)[number]) => {
    const attempt = {
      method: 'search',
      direction: 'in',
      reference,
      ...stamp(ctx, `${request}-${attendeeId}`),
    } as const;
    const { verdict, earlier } = await checkIn(ctx, by, attempt);
    return { attendeeId, verdict, earlier };
  };
  const answers = [];
  for (let from = 0; from < wanted.length; from += AT_ONCE)
    answers.push(...(await Promise.all(wanted.slice(from, from + AT_ONCE).map(letIn))));
  return answers;
}

/**
 * Takes entries of attendees back, as the door does (`undoCheckIn`). Answers the ids of those who were inside. Throws as
 * `checkInAttendees` does, and CHECK_IN_LIST_NOT_ACTIVE or CHECK_IN_LIST_EXPIRED.
 */
export async function undoAttendeeCheckIns(
  ctx: Ctx,
  at: At,
  attendeeIds: readonly number[],
): Promise<number[]> {
  const { by, wanted } = await read(ctx, at, attendeeIds);
  const request = randomUUID();
  const undone = [];
  for (const { attendeeId, reference } of wanted) {
    const attempt = { reference, of: 'in' as const, ...stamp(ctx, `${request}-${attendeeId}`) };
    if ((await undoCheckIn(ctx, by, attempt)).isOut) undone.push(attendeeId);
  }
  return undone;
}
