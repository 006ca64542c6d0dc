/** The part of an EventSource that is used. */
export type Source = {
  addEventListener: (name: string, listen: (event: MessageEvent<string>) => void) => void;
  close: () => void;
};

/** `over`: the server said that nobody should come back. */
export type StreamState = 'live' | 'away' | 'over';

type Options<Name extends string> = {
  names: readonly Name[];
  url: () => string;
  open: (url: string) => Source;
  /** The connection counts as lost after so long without a word. Some proxies keep one open whose other end is gone. */
  silentMs: number;
  /** The longest pause before the next try. */
  longestMs: number;
  /** Answers `over` for the event that ends the stream for good. */
  onEvent: (name: Name, event: MessageEvent<string>) => StreamState;
  onState: (state: StreamState) => void;
  /** From 0 to 1, so that not all browsers return at once. */
  random?: () => number;
};

const FIRST_MS = 1_000;

/** A stream of server-sent events. When it is lost it comes back, after pauses that double. Starts paused. */
export function createEventStream<Name extends string>(options: Options<Name>) {
  const { names, url, open, silentMs, longestMs, onEvent, onState, random = Math.random } = options;
  let source: Source | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let isOver = false;

  const leave = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const lost = () => {
    leave();
    onState('away');
    const pause = Math.min(longestMs, FIRST_MS * 2 ** tries) * (0.5 + random() / 2);
    tries += 1;
    timer = setTimeout(connect, pause);
  };
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(lost, silentMs);
  };
  const hear = (name: Name, event: MessageEvent<string>) => {
    if (isOver) return;
    tries = 0;
    watch();
    const state = onEvent(name, event);
    if (state === 'over') {
      isOver = true;
      leave();
    }
    onState(state);
  };
  function connect(): void {
    leave();
    const made = open(url());
    source = made;
    for (const name of names) made.addEventListener(name, (event) => source === made && hear(name, event));
    made.addEventListener('error', () => source === made && lost());
    watch();
  }
  return {
    /** Connects now, unless it is connected or over. */
    resume: () => {
      if (source || isOver) return;
      tries = 0;
      connect();
    },
    pause: leave,
  };
}
