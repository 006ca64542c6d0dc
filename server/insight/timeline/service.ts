import { TIMELINE_SIZE, type Timeline, type TimelinePart } from '@entrada/contract/insight/timeline';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { pageOf } from './core/page.ts';
import { tellFacts, wantedOf } from './core/tell.ts';
import { type About, findAttendee, findFacts, findItems, findOrder } from './queries.ts';

type Wish = {
  limit?: number | undefined;
  part?: TimelinePart | undefined;
  before?: string | undefined;
};

async function tell(ctx: Ctx, about: About | undefined, wish: Wish): Promise<Timeline> {
  if (!about) throw fail('NOT_FOUND');
  const scope = scopeOf(ctx.actor);
  const part = wish.part ?? null;
  const limit = wish.limit ?? TIMELINE_SIZE.first;
  const wanted = { ...wantedOf(part), limit: limit + 1, before: wish.before };
  const { facts, next } = pageOf(await findFacts(ctx.db, scope, about, wanted), limit);
  const items = await findItems(ctx.db, scope, about.orderId);
  return {
    entries: tellFacts(facts, { items, part, isWhole: about.attendeeId === null }),
    next,
  };
}

/** What happened to an order and its attendees, newest first. Throws NOT_FOUND, also while the buyer is unknown. */
export const orderTimeline = async (
  ctx: Ctx,
  at: { eventId: number; orderId: number },
  wish: Wish,
): Promise<Timeline> => tell(ctx, await findOrder(ctx.db, scopeOf(ctx.actor), at), wish);

/** What happened to one attendee, newest first. Throws NOT_FOUND. */
export const attendeeTimeline = async (
  ctx: Ctx,
  at: { eventId: number; attendeeId: number },
  wish: Wish,
): Promise<Timeline> => tell(ctx, await findAttendee(ctx.db, scopeOf(ctx.actor), at), wish);
