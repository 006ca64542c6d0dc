import { useEffect, useMemo } from 'react';
import { createFeedback } from '../verdict/feedback.ts';

/** Sound and vibration. Browsers allow sound after the first touch or key only. */
export function useFeedback() {
  const feedback = useMemo(() => createFeedback(), []);
  useEffect(() => {
    const unlock = () => feedback.unlock();
    window.addEventListener('pointerdown', unlock);
    window.addEventListener('keydown', unlock);
    return () => {
      window.removeEventListener('pointerdown', unlock);
      window.removeEventListener('keydown', unlock);
    };
  }, [feedback]);
  return feedback;
}
