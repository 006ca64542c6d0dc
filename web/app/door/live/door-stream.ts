import { DOOR_BEAT_MS, DOOR_EVENTS, type DoorCounts } from '@entrada/contract/door/live-door';
import { liveDoorPath } from '@entrada/contract/door/live-path';
import { createEventStream, type Source, type StreamState } from '../../platform/live/event-stream.ts';

type Options = {
  listShortId: string;
  /** Of this phone; an EventSource cannot send it in a header. */
  token: () => string | null;
  open: (url: string) => Source;
  onCounts: (counts: DoorCounts) => void;
  /** Something was scanned at a door of the list. Only supervisors hear it. */
  onScans: () => void;
  onState: (state: StreamState) => void;
  /** From 0 to 1, so that not all phones return at once. */
  random?: () => number;
};

/** People wait at the door, so a lost connection comes back soon. */
const LONGEST_MS = 8_000;
const SILENT_MS = 2 * DOOR_BEAT_MS;

/** The counts and scans of one door as they happen. Starts paused. */
export function createDoorStream({ listShortId, token, onCounts, onScans, ...options }: Options) {
  return createEventStream({
    ...options,
    names: DOOR_EVENTS,
    silentMs: SILENT_MS,
    longestMs: LONGEST_MS,
    url: () => {
      const device = token();
      return `/api${liveDoorPath(listShortId)}${device ? `?device=${device}` : ''}`;
    },
    onEvent: (name, { data }) => {
      if (name === 'end') return 'over';
      if (name === 'hello' || name === 'counts') onCounts(JSON.parse(data) as DoorCounts);
      if (name === 'scans') onScans();
      return 'live';
    },
  });
}
