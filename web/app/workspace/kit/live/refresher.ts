import type { LiveChange } from '@entrada/contract/insight/live';
import { addChanges, type Touched } from './touched.ts';

/** Changes that come together are read together. */
const GATHER_MS = 150;
/** From the end of one reading to the next, however much happens. */
const GAP_MS = 3_000;

/** Reads again what changed, at once and then only now and then. While it is held, it only remembers. */
export function createRefresher(refresh: (touched: Touched) => Promise<void>) {
  let touched: Touched | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  let isHeld = false;
  let isStopped = false;

  const plan = (afterMs: number) => {
    if (timer === undefined && !isStopped) timer = setTimeout(run, afterMs);
  };
  async function run(): Promise<void> {
    timer = undefined;
    const now = touched;
    if (!now || isHeld || isBusy) return;
    touched = null;
    isBusy = true;
    // A reading that fails shows so itself.
    await refresh(now).catch(() => undefined);
    isBusy = false;
    plan(GAP_MS);
  }
  /** During a reading and the gap after it, the next one is planned already. */
  const note = (next: Touched) => {
    touched = next;
    if (!isBusy && !isHeld) plan(GATHER_MS);
  };
  return {
    add: (changes: readonly LiveChange[]) => note(addChanges(touched, changes)),
    addAll: () => note('all'),
    hold: (isOn: boolean) => {
      isHeld = isOn;
      if (!isOn && touched && !isBusy) plan(GATHER_MS);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
