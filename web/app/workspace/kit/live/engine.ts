import type { LiveMessage } from '@entrada/contract/insight/live';
import type { QueryClient } from '@tanstack/react-query';
import { createAsking } from './asking.ts';
import { createConnection } from './connection.ts';
import { createRefresher } from './refresher.ts';
import { playSale } from './sale-sound.ts';
import { takeSoundTurns } from './sound-turn.ts';
import type { LiveStore } from './store.ts';
import { isTouched } from './touched.ts';

/** A tab that is hidden for longer leaves its connection, because a browser has only a few of them. */
const HIDDEN_MS = 5_000;
/** A connection that is back sooner was never said to be lost. */
const AWAY_MS = 4_000;
/** How long a new order carries its mark. */
const FRESH_MS = 120_000;
const BETWEEN_SOUNDS_MS = 1_500;
const A_DAY = 86_400;

/**
 * Follows the stream of changes while the page shows: reads again what changed, marks new orders and plays the sound. The tab
 * that plays the sound follows it while it is hidden as well. Answers how to stop.
 */
export function followChanges(client: QueryClient, store: LiveStore): () => void {
  const ends: (() => void)[] = [];
  let awayTimer: ReturnType<typeof setTimeout> | undefined;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  let playsSound = false;
  let soundedAt = Number.NEGATIVE_INFINITY;

  const refresher = createRefresher((touched) =>
    client.invalidateQueries({ predicate: ({ queryKey }) => isTouched(queryKey, touched) }),
  );
  const play = () => {
    const now = performance.now();
    if (!playsSound || now - soundedAt < BETWEEN_SOUNDS_MS) return;
    soundedAt = now;
    void playSale();
  };
  const onChanges = ({ changes }: LiveMessage, isBefore: boolean) => {
    const news = isBefore ? [] : changes.filter(({ kind }) => kind === 'new');
    if (news.length > 0) {
      const ids = new Set(news.flatMap((change) => change.ids));
      store.add(news);
      setTimeout(() => store.forget(ids), FRESH_MS);
      play();
    }
    refresher.add(changes);
  };
  const notAway = () => {
    clearTimeout(awayTimer);
    awayTimer = undefined;
  };
  const canStream = typeof EventSource === 'function';
  const asking = createAsking(refresher.addAll);
  const connection = createConnection({
    open: (url) => new EventSource(url),
    onChanges,
    onReset: refresher.addAll,
    onState: (state) => {
      if (asking.heard(state)) {
        notAway();
        store.say('asking');
      } else if (state === 'away') awayTimer ??= setTimeout(() => store.say(state), AWAY_MS);
      else {
        notAway();
        store.say(state);
      }
    },
    pageAge: () => Math.min(performance.now() / 1000, A_DAY),
  });
  const look = () => {
    clearTimeout(hiddenTimer);
    refresher.hold(document.hidden);
    if (!canStream) return;
    if (!document.hidden || playsSound) return connection.resume();
    notAway();
    hiddenTimer = setTimeout(connection.pause, HIDDEN_MS);
  };
  const listen = (target: EventTarget, name: string, act: () => void) => {
    target.addEventListener(name, act);
    ends.push(() => target.removeEventListener(name, act));
  };
  listen(document, 'visibilitychange', look);
  listen(window, 'online', look);
  listen(window, 'pageshow', look);
  // A page with a connection could not be kept for the way back.
  listen(window, 'pagehide', connection.pause);
  ends.push(
    takeSoundTurns((isMine) => {
      playsSound = isMine;
      look();
    }),
  );
  if (!canStream) {
    asking.start();
    store.say('asking');
  }
  look();
  return () => {
    connection.pause();
    asking.stop();
    refresher.stop();
    notAway();
    clearTimeout(hiddenTimer);
    for (const end of ends) end();
  };
}
