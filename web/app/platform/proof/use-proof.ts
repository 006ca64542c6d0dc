import { useEffect, useRef, useState } from 'react';
import { ApiError, type ApiErrorCode } from '../api/error.ts';
import { type CancelCheck, prove } from './with-proof.ts';

/**
 * Solves the challenge of a page's refusal and passes the proof to `onSolved`, once for each challenge. `cancel` is
 * set while the work is in progress. `problem` says why it ended without a proof.
 */
export function useProof(challenge: string | null, onSolved: (proof: string) => void) {
  const [cancel, setCancel] = useState<CancelCheck>(null);
  const [problem, setProblem] = useState<ApiErrorCode | null>(null);
  const solved = useRef(onSolved);
  solved.current = onSolved;
  useEffect(() => {
    if (challenge === null) return;
    let isWanted = true;
    let stop: CancelCheck = null;
    setProblem(null);
    const onCheck = (given: CancelCheck) => {
      stop = given;
      if (isWanted) setCancel(() => given);
    };
    prove(challenge, onCheck).then(
      (proof) => isWanted && solved.current(proof),
      (error: unknown) => isWanted && setProblem(error instanceof ApiError ? error.code : 'PROOF_FAILED'),
    );
    return () => {
      isWanted = false;
      stop?.();
      setCancel(null);
    };
  }, [challenge]);
  return { cancel, problem };
}
