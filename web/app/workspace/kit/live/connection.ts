import { LIVE, LIVE_EVENTS, LIVE_PATH, type LiveMessage } from '@entrada/contract/insight/live';
import { createEventStream, type Source, type StreamState } from '../../../platform/live/event-stream.ts';

type Options = {
  open: (url: string) => Source;
  /** `isBefore`: it may have happened before the page was made, which then shows it already. */
  onChanges: (message: LiveMessage, isBefore: boolean) => void;
  /** More was missed than the server keeps. */
  onReset: () => void;
  onState: (state: StreamState) => void;
  /** How old the page is, in seconds. */
  pageAge: () => number;
  /** From 0 to 1, so that not all browsers return at once. */
  random?: () => number;
};

const LONGEST_MS = 60_000;
const SILENT_MS = 2.5 * LIVE.beatMs;

/** The connection to the stream of changes. When it is lost it comes back by its last id. Starts paused. */
export function createConnection({ onChanges, onReset, pageAge, ...options }: Options) {
  let lastId: string | null = null;
  /** The server has sent what happened since the page was made. */
  let isGreeted = false;
  return createEventStream({
    ...options,
    names: LIVE_EVENTS,
    silentMs: SILENT_MS,
    longestMs: LONGEST_MS,
    url: () => {
      const since = lastId === null ? `age=${Math.ceil(pageAge())}` : `after=${lastId}`;
      return `/api${LIVE_PATH}?${since}`;
    },
    onEvent: (name, { data, lastEventId }) => {
      lastId = lastEventId;
      if (name === 'end') return 'over';
      if (name === 'changes') onChanges(JSON.parse(data) as LiveMessage, !isGreeted);
      else isGreeted = true;
      if (name === 'reset') onReset();
      return 'live';
    },
  });
}
