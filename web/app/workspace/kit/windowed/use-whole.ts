import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Whether a list must render all its rows: while the page is printed, and from the moment when the user opens the
 * search of the browser, which finds only what is rendered.
 */
export function useWhole(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  const [isSearched, setSearched] = useState(false);
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    const onKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'f') setSearched(true);
    };
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    document.addEventListener('keydown', onKey, { capture: true });
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
      document.removeEventListener('keydown', onKey, { capture: true });
    };
  }, []);
  return isPrinting || isSearched;
}
