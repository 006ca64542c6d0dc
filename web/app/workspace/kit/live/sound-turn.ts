import { isSoundOn, onSoundChoice } from './sound-choice.ts';

const LOCK = 'entrada-sale-sound';

/**
 * Whether this tab plays the sound: only one of a browser does. `onTurn` is called when it becomes this one, or no longer is.
 */
export function takeSoundTurns(onTurn: (isMine: boolean) => void): () => void {
  let giveBack: (() => void) | null = null;
  let isWaiting = false;
  const waiting = new AbortController();
  const hold = () =>
    new Promise<void>((done) => {
      isWaiting = false;
      if (!isSoundOn()) return done();
      giveBack = done;
      onTurn(true);
    });
  const choose = () => {
    if (!isSoundOn()) {
      if (!giveBack) return;
      giveBack();
      giveBack = null;
      onTurn(false);
    } else if (!giveBack && !isWaiting && 'locks' in navigator) {
      isWaiting = true;
      void navigator.locks.request(LOCK, { signal: waiting.signal }, hold).catch(() => undefined);
    }
  };
  const forget = onSoundChoice(choose);
  choose();
  return () => {
    forget();
    waiting.abort();
    giveBack?.();
  };
}
