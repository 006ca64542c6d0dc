import { useEffect } from 'react';
import { useParams } from 'react-router';

/** On a page that says that there is no list: what this phone kept of it goes, after the scans that wait were sent. */
export function useForgetClosed(): void {
  const { listShortId } = useParams();
  useEffect(() => {
    if (!listShortId) return;
    void import('./forget.ts').then(({ forgetClosed }) => forgetClosed(listShortId)).catch(() => undefined);
  }, [listShortId]);
}
