import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '../../platform/api/error.ts';

export type Read<T> = {
  data: T | undefined;
  /** Why the last reading failed. What was read before stays. */
  problem: unknown;
  reload: () => void;
};

/** Reads something again whenever `key` or `changes` differ. A new key forgets what was read before. */
export function useRead<T>(
  key: string,
  changes: number,
  read: (signal: AbortSignal) => Promise<T>,
  onError: (error: unknown) => void,
): Read<T> {
  const [found, setFound] = useState<{ key: string; data: T }>();
  const [problem, setProblem] = useState<unknown>();
  const [reloads, setReloads] = useState(0);
  const load = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const data = await read(signal);
      if (signal.aborted) return;
      setFound({ key, data });
      setProblem(undefined);
    } catch (error) {
      if (signal.aborted) return;
      setProblem(error);
      onError(error);
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them asks for another reading
  useEffect(() => {
    const controller = new AbortController();
    void load(controller.signal);
    return () => controller.abort(new ApiError({ status: 0, code: 'ABORTED' }));
  }, [key, changes, reloads]);
  const reload = useCallback(() => setReloads((count) => count + 1), []);
  return { data: found?.key === key ? found.data : undefined, problem, reload };
}
