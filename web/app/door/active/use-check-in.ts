import type { Direction } from '@entrada/contract/door/check-in';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type Attempt,
  isConnectionError,
  newOrderAttempt,
  newUndo,
  type OrderAnswer,
  type OrderAttempt,
  sendOrder,
  type UndoAttempt,
} from '../attempt.ts';
import type { DoorDevice } from '../offline/types.ts';
import { type ShownAnswer as Answer, shownAnswer } from '../verdict/shown.ts';

type Flow =
  | { step: 'ready' }
  | { step: 'sending'; attempt: Attempt }
  | { step: 'answered'; attempt: Attempt; answer: Answer }
  | { step: 'failed'; attempt: Attempt; error: unknown };

/** The last answer of the scanner, for the row below the camera. */
export type LastScan = { answer: Answer; at: string; isUndone: boolean };

type Options = {
  listShortId: string;
  device: string;
  /** Who decides: the server, or this phone. */
  attempt: DoorDevice['attempt'];
  undo: DoorDevice['undo'];
  isConnected: boolean;
  onAnswer: (answer: Answer) => void;
  onCounts: (counts: { attendees: number; checkedIn: number }) => void;
  onError: (error: unknown) => void;
};

/**
 * Sends one attempt of the scanner at a time, from the code to the verdict. An attempt that failed without a
 * connection is sent again with the same nonce when the connection is back.
 */
export function useCheckIn(options: Options) {
  const { listShortId, device, attempt: ask, undo, isConnected, onAnswer, onCounts, onError } = options;
  const [flow, setFlow] = useState<Flow>({ step: 'ready' });
  const [last, setLast] = useState<LastScan>();
  const isSending = useRef(false);
  const failedUndo = useRef<UndoAttempt>(undefined);
  const failedOrder = useRef<{ of: string; attempt: OrderAttempt }>(undefined);

  const send = useCallback(
    async (attempt: Attempt) => {
      if (isSending.current) return;
      isSending.current = true;
      setFlow({ step: 'sending', attempt });
      try {
        const answer = shownAnswer(await ask(attempt), attempt);
        setLast({ answer, at: new Date().toISOString(), isUndone: false });
        setFlow({ step: 'answered', attempt, answer });
        onAnswer(answer);
        onCounts(answer);
      } catch (error) {
        setFlow({ step: 'failed', attempt, error });
        onError(error);
      } finally {
        isSending.current = false;
      }
    },
    [ask, onAnswer, onCounts, onError],
  );

  const waiting = flow.step === 'failed' && isConnectionError(flow.error) ? flow.attempt : undefined;
  useEffect(() => {
    if (waiting && isConnected) void send(waiting);
  }, [waiting, isConnected, send]);

  const next = useCallback(() => setFlow({ step: 'ready' }), []);

  /** Takes back the last entry, or the last exit. A retry is the same undo. Throws `ApiError`. */
  const undoLast = useCallback(
    async (reference: string, of: Direction) => {
      const { current } = failedUndo;
      const known = current?.reference === reference && current.of === of ? current : undefined;
      failedUndo.current = known ?? newUndo(reference, of);
      const undone = await undo(failedUndo.current);
      failedUndo.current = undefined;
      setLast((scan) => scan && { ...scan, isUndone: true });
      setFlow({ step: 'ready' });
      onCounts(undone);
    },
    [undo, onCounts],
  );

  /** Lets in the rest of the order of a ticket. A retry is the same attempt. Throws `ApiError`. */
  const letOrderIn = useCallback(
    async (scanned: Attempt): Promise<OrderAnswer> => {
      const { nonce } = scanned;
      if (failedOrder.current?.of !== nonce)
        failedOrder.current = { of: nonce, attempt: newOrderAttempt(scanned) };
      const answer = await sendOrder(listShortId, device, failedOrder.current.attempt);
      failedOrder.current = undefined;
      onCounts(answer);
      return answer;
    },
    [listShortId, device, onCounts],
  );

  return { flow, last, send, next, undoLast, letOrderIn };
}
