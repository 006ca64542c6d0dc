import { useEffect, useState } from 'react';
import type { Detect } from './detect.ts';
import { loadDetector } from './detector.ts';

export type Detector = { step: 'loading' } | { step: 'ready'; detect: Detect } | { step: 'failed' };

/** The code reader. It is loaded when it is needed: while the camera starts, and not before. */
export function useDetector(isWanted: boolean): Detector {
  const [detector, setDetector] = useState<Detector>({ step: 'loading' });
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    loadDetector().then(
      (detect) => !isGone && setDetector({ step: 'ready', detect }),
      () => !isGone && setDetector({ step: 'failed' }),
    );
    return () => {
      isGone = true;
    };
  }, [isWanted]);
  return detector;
}
