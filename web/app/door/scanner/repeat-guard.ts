/**
 * Prevents that a ticket before the camera is sent again and again. A code counts as new only after it was out of
 * sight for `windowMs`.
 */
type RepeatGuard = {
  isNew: (code: string, now: number) => boolean;
  /**
   * Call it when the camera continues after a pause. The code from before the pause may still be in view and is not
   * new.
   */
  resume: (now: number) => void;
  /** Allows the same code again at once, for example after an undo. */
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
