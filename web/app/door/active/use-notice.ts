import { NOTIFICATIONS } from '@entrada/contract/constants';
import { type ReactNode, useCallback, useEffect, useState } from 'react';

/** A line that is shown for a few seconds. */
export function useNotice(): [ReactNode, (words: ReactNode) => void] {
  const [notice, setNotice] = useState<{ words: ReactNode }>();
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(undefined), NOTIFICATIONS.autoCloseMs);
    return () => clearTimeout(timer);
  }, [notice]);
  const say = useCallback((words: ReactNode) => setNotice({ words }), []);
  return [notice?.words, say];
}
