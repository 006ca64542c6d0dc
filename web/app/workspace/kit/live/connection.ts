import {
  LIVE,
  LIVE_EVENTS,
  LIVE_PATH,
  type LiveEvent,
  type LiveMessage,
} from '@entrada/contract/insight/live';

/** The part of an EventSource that is used. */
export type Source = {
  addEventListener: (name: string, listen: (event: MessageEvent<string>) => void) => void;
  close: () => void;
};

export type ConnectionState = 'live' | 'away' | 'over';

type Options = {
  open: (url: string) => Source;
  /** `isBefore`: it may have happened before the page was made, which then shows it already. */
  onChanges: (message: LiveMessage, isBefore: boolean) => void;
  /** More was missed than the server keeps. */
  onReset: () => void;
  onState: (state: ConnectionState) => void;
  /** How old the page is, in seconds. */
  pageAge: () => number;
  /** From 0 to 1, so that not all browsers return at once. */
  random?: () => number;
};

const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;
/** Some proxies keep a connection open whose other end is gone. */
const SILENT_MS = 2.5 * LIVE.beatMs;

/**
 * The connection to the stream of changes. When it is lost it comes back by its last id, after pauses that double. Starts
 * paused.
 */
export function createConnection(options: Options) {
  const { open, onChanges, onReset, onState, pageAge, random = Math.random } = options;
  let source: Source | null = null;
  let lastId: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let isOver = false;
  /** The server has sent what happened since the page was made. */
  let isGreeted = false;

  const leave = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const lost = () => {
    leave();
    onState('away');
    const pause = Math.min(LONGEST_MS, FIRST_MS * 2 ** tries) * (0.5 + random() / 2);
    tries += 1;
    timer = setTimeout(connect, pause);
  };
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(lost, SILENT_MS);
  };
  const hear = (name: LiveEvent, { data, lastEventId }: MessageEvent<string>) => {
    if (isOver) return;
    lastId = lastEventId;
    tries = 0;
    watch();
    if (name === 'end') {
      isOver = true;
      leave();
      return onState('over');
    }
    if (name === 'changes') onChanges(JSON.parse(data) as LiveMessage, !isGreeted);
    else isGreeted = true;
    if (name === 'reset') onReset();
    onState('live');
  };
  function connect(): void {
    leave();
    const since = lastId === null ? `age=${Math.ceil(pageAge())}` : `after=${lastId}`;
    const made = open(`/api${LIVE_PATH}?${since}`);
    source = made;
    for (const name of LIVE_EVENTS)
      made.addEventListener(name, (event) => source === made && hear(name, event));
    made.addEventListener('error', () => source === made && lost());
    watch();
  }
  return {
    /** Connects now, unless it is connected or the session is over. */
    resume: () => {
      if (source || isOver) return;
      tries = 0;
      connect();
    },
    pause: leave,
  };
}
