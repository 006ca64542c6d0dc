import {
  getAttendeeTimeline,
  getOrderTimeline,
  TIMELINE_SIZE,
  type Timeline,
  type TimelinePart,
} from '@entrada/contract/insight/timeline';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { keys } from '../data/keys.ts';

/** What a timeline is about. */
export type TimelineOf = { eventId: number } & ({ orderId: number } | { attendeeId: number });

/** A mail is usually sent within seconds. */
const SOON_MS = 3_000;
const SOON_FOR_MS = 120_000;

async function load(
  of: TimelineOf,
  { part, before }: { part: TimelinePart | null; before: string | null },
  signal: AbortSignal,
): Promise<Timeline> {
  const limit = before === null ? TIMELINE_SIZE.first : TIMELINE_SIZE.more;
  const query = { limit: String(limit), ...(part && { part }), ...(before !== null && { before }) };
  const eventId = String(of.eventId);
  const reply =
    'orderId' in of
      ? api(getOrderTimeline, { params: { eventId, orderId: String(of.orderId) }, query }, { signal })
      : api(
          getAttendeeTimeline,
          { params: { eventId, attendeeId: String(of.attendeeId) }, query },
          { signal },
        );
  return (await reply).data;
}

/** The time until a timeline is read again: soon while a mail of the last two minutes waits to be sent. */
function nextLook(pages: readonly Timeline[] = []): number | false {
  const isWaiting = pages[0]?.entries.some(
    ({ mail, at }) => mail?.state === 'queued' && Date.now() - Date.parse(at) < SOON_FOR_MS,
  );
  return isWaiting ? SOON_MS : false;
}

/** Reads a timeline, or one part of it, and older entries with each `fetchNextPage`. */
export const useTimeline = (of: TimelineOf, { part = null }: { part?: TimelinePart | null } = {}) =>
  useInfiniteQuery({
    queryKey: keys.timelineOf(of, { part: part ?? '' }),
    queryFn: ({ pageParam, signal }) => load(of, { part, before: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => nextLook(state.data?.pages),
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
  });
