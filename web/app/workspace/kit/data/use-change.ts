import { useLingui } from '@lingui/react/macro';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { errorMessage } from '../../../platform/api/error-messages.ts';
import { notifyError, notifySuccess } from '../frame/notify.tsx';
import { workspaceErrors } from './error-messages.ts';

type Change<Input, Output> = {
  run: (input: Input) => Promise<Output>;
  /** Exactly what the change made stale. */
  invalidates?: (output: Output, input: Input) => readonly QueryKey[];
  /** What to say when it worked. */
  success?: (output: Output, input: Input) => string;
  onDone?: (output: Output, input: Input) => void;
  /** Shows the refusal where it belongs and answers true; otherwise it is said in the corner. */
  onError?: (error: unknown, input: Input) => boolean;
};

/** One change of the data: takes no second press while it runs, then refreshes what it touched and says so. */
export function useChange<Input, Output>(change: Change<Input, Output>) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const latest = useRef(change);
  latest.current = change;
  const busy = useRef(false);
  const [isPending, setPending] = useState(false);
  /** Answers whether it worked. Never throws. */
  const start = useCallback(
    async (input: Input): Promise<boolean> => {
      if (busy.current) return false;
      busy.current = true;
      setPending(true);
      const { run, invalidates, success, onDone, onError } = latest.current;
      try {
        const output = await run(input);
        for (const queryKey of invalidates?.(output, input) ?? [])
          void client.invalidateQueries({ queryKey });
        if (success) notifySuccess(success(output, input));
        onDone?.(output, input);
        return true;
      } catch (error) {
        if (!onError?.(error, input)) notifyError(errorMessage(i18n, error, workspaceErrors));
        return false;
      } finally {
        busy.current = false;
        setPending(false);
      }
    },
    [client, i18n],
  );
  return { start, isPending };
}
