import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { askFirst } from '../frame/confirm.tsx';

/**
 * Asks before unsaved changes are lost: by going to another page or back, or by closing the drawer or the tab. `loses`
 * tells whether a move loses the changes; without it every move does. Call `release` before leaving on purpose.
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
      // The question is not needed any more, for example because a save has ended meanwhile.
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

/** Asks whether changes may be discarded. Returns a function that closes the question. */
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
