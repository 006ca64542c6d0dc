/**
 * Keeps one ticket held before the camera from being sent over and over: a code counts as new only
 * when it has been out of sight for `windowMs`.
 */
export type RepeatGuard = {
  isNew: (code: string, now: number) => boolean;
  /** The camera looks again after a pause; what it saw before the pause may still be in view. */
  resume: (now: number) => void;
  /** The same code may come again at once, as after an undo. */
  forget: () => void;
};

export function createRepeatGuard(windowMs = 3_000): RepeatGuard {
  let last: { code: string; seenAt: number } | undefined;
  return {
    isNew(code, now) {
      const isRepeat = last?.code === code && now - last.seenAt < windowMs;
      last = { code, seenAt: now };
      return !isRepeat;
    },
    resume(now) {
      if (last) last.seenAt = now;
    },
    forget() {
      last = undefined;
    },
  };
}
