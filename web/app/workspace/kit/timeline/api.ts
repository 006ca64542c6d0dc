import {
  getAttendeeTimeline,
  getOrderTimeline,
  TIMELINE_SIZE,
  type Timeline,
  type TimelinePart,
} from '@entrada/contract/insight/timeline';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { keys } from '../data/keys.ts';

/** What a timeline is about. */
export type TimelineOf = { eventId: number } & ({ orderId: number } | { attendeeId: number });

/** A mail is usually sent within seconds. */
const SOON_MS = 3_000;
const SOON_FOR_MS = 120_000;

async function load(
  of: TimelineOf,
  wish: { part: TimelinePart | null; limit: number },
  signal: AbortSignal,
): Promise<Timeline> {
  const query = { limit: String(wish.limit), ...(wish.part && { part: wish.part }) };
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
function nextLook(timeline: Timeline | undefined): number | false {
  const isWaiting = timeline?.entries.some(
    ({ mail, at }) => mail?.state === 'queued' && Date.now() - Date.parse(at) < SOON_FOR_MS,
  );
  return isWaiting ? SOON_MS : false;
}

/** Reads a timeline, or one part of it. */
export const useTimeline = (
  of: TimelineOf,
  { part = null, limit = TIMELINE_SIZE.first }: { part?: TimelinePart | null; limit?: number } = {},
) =>
  useQuery({
    queryKey: keys.timelineOf(of, { part: part ?? '', limit: String(limit) }),
    queryFn: ({ signal }) => load(of, { part, limit }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => nextLook(state.data),
  });
