import { useEffect } from 'react';
import { useParams } from 'react-router';
import { withWords } from '../../platform/i18n/catalogues.ts';

/** On a page that says that there is no list: what this phone kept of it goes, after the scans that wait were sent. */
export function useForgetClosed(): void {
  const { listShortId } = useParams();
  useEffect(() => {
    if (!listShortId) return;
    void withWords(import('./forget.ts'))
      .then(({ forgetClosed }) => forgetClosed(listShortId))
      .catch(() => undefined);
  }, [listShortId]);
}
