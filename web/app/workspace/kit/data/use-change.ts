import { useLingui } from '@lingui/react/macro';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useId } from 'react';
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
export function useChange<Input, Output>({
  run,
  invalidates,
  success,
  onDone,
  onError,
}: Change<Input, Output>) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const id = useId();
  const { mutateAsync, isPending } = useMutation({
    mutationKey: [id],
    mutationFn: (input: Input) => run(input),
    onSuccess: (output, input) => {
      for (const queryKey of invalidates?.(output, input) ?? []) void client.invalidateQueries({ queryKey });
      if (success) notifySuccess(success(output, input));
      onDone?.(output, input);
    },
    onError: (error, input) => {
      if (!onError?.(error, input)) notifyError(errorMessage(i18n, error, workspaceErrors));
    },
  });
  /** Answers whether it worked. Never throws. */
  const start = useCallback(
    async (input: Input): Promise<boolean> => {
      // Asked of the client: a second press can come before the first has been drawn.
      if (client.isMutating({ mutationKey: [id] }) > 0) return false;
      return mutateAsync(input).then(
        () => true,
        () => false,
      );
    },
    [client, id, mutateAsync],
  );
  return { start, isPending };
}
