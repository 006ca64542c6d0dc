import { useEffect, useState } from 'react';

type Panels = typeof import('./panels.ts')['panels'];

let panels: Panels | undefined;

/** Answers the panels once they have loaded. They load when the user is about to open one, and soon after the page. */
export const loadedPanels = (): Panels | undefined => panels;

/** Loads the panels. A failed try is forgotten. */
export async function loadPanels(): Promise<void> {
  panels ??= (await import('./panels.ts')).panels;
}

/** Loads ahead. A failure shows when the user opens a panel. */
export const loadPanelsAhead = (): void => void loadPanels().catch(() => undefined);

/** Loads the panels while `isWanted`. Renders again when they are there. `onFailed`: they could not be loaded. */
export function usePanels(isWanted: boolean, onFailed: () => void): Panels | undefined {
  const [, setLoaded] = useState(panels !== undefined);
  const isMissing = isWanted && panels === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one try for each opening
  useEffect(() => {
    if (!isMissing) return;
    let isGone = false;
    loadPanels().then(
      () => !isGone && setLoaded(true),
      () => !isGone && onFailed(),
    );
    return () => {
      isGone = true;
    };
  }, [isMissing]);
  return panels;
}
