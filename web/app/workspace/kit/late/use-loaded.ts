import { useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * What a page needs only at times, such as the schemas that judge a form. It loads as soon as it is wanted, or when
 * `run` asks for it first.
 */
export function useLoaded<Late>(load: () => Promise<Late>, isWanted: boolean) {
  const late = useRef<{ value: Late } | null>(null);
  const isGone = useRef(false);
  const [isAwaited, setAwaited] = useState(false);
  const get = async (): Promise<Late> => {
    late.current ??= { value: await load() };
    return late.current.value;
  };
  // A failure shows when it is asked for.
  const loadAhead = useEffectEvent(() => void get().catch(() => undefined));
  useEffect(() => {
    if (isWanted) loadAhead();
  }, [isWanted]);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return {
    /** Whether `run` waits. */
    isAwaited,
    /** Uses it, at once if it has loaded. While one use waits, a further one is dropped. */
    run: (use: (value: Late) => void, onFailed: () => void): void => {
      if (late.current) {
        use(late.current.value);
        return;
      }
      if (isAwaited) return;
      setAwaited(true);
      const end = (then: () => void) => () => {
        if (isGone.current) return;
        setAwaited(false);
        then();
      };
      get().then(
        (value) => end(() => use(value))(),
        () => end(onFailed)(),
      );
    },
  };
}
