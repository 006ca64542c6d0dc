import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { askFirst } from '../frame/confirm.tsx';

/**
 * Asks before unsaved changes are lost to another page, the back button, a closed drawer or a closed tab.
 * `loses` tells whether a move loses them, where not every one does. Call `release` before leaving on purpose.
 */
export function useLeaveGuard(isDirty: boolean, loses?: (from: string, to: string) => boolean) {
  const askToDiscard = useAskToDiscard();
  const isReleased = useRef(false);
  useEffect(() => {
    if (!isDirty) isReleased.current = false;
  }, [isDirty]);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (!isDirty || isReleased.current) return false;
    return !loses || loses(currentLocation.pathname, nextLocation.pathname);
  });
  const { state, proceed, reset } = blocker;
  useEffect(() => {
    if (state !== 'blocked') return;
    let isAnswered = false;
    const takeBack = askToDiscard({
      discard: () => {
        isAnswered = true;
        proceed?.();
      },
      keep: () => {
        if (!isAnswered) reset?.();
        isAnswered = true;
      },
    });
    return () => {
      // A save that was under way has ended meanwhile: there is nothing left to ask about.
      if (isAnswered) return;
      isAnswered = true;
      takeBack();
    };
  }, [state, proceed, reset, askToDiscard]);
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!isReleased.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
  return {
    release: () => {
      isReleased.current = true;
    },
  };
}

type Answers = { discard: () => void; keep?: () => void };

/** Asks whether what was changed may be lost. Answers how to take the question back. */
export function useAskToDiscard() {
  const { t } = useLingui();
  return useCallback(
    ({ discard, keep }: Answers) =>
      askFirst({
        title: t`Discard your changes?`,
        text: t`What you changed here has not been saved.`,
        keep: t`Keep editing`,
        confirm: t`Discard changes`,
        run: async () => {
          discard();
          return true;
        },
        ...(keep && { onKeep: keep }),
      }),
    [t],
  );
}
