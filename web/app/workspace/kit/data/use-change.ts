import { useLingui } from '@lingui/react/macro';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useId } from 'react';
import { errorMessage } from '../../../platform/api/error-messages.ts';
import { notifyError, notifySuccess } from '../frame/notify.tsx';

type Change<Input, Output> = {
  run: (input: Input) => Promise<Output>;
  /** The queries to read again after the change, and no others. */
  invalidates?: (output: Output, input: Input) => readonly QueryKey[];
  /** The message after success. */
  success?: (output: Output, input: Input) => string;
  onDone?: (output: Output, input: Input) => void;
  /** Handles an error and returns true. If it returns false, a notification shows the error. */
  onError?: (error: unknown, input: Input) => boolean;
};

/**
 * Runs one change of the data. It ignores a second press while it runs. Then it refreshes the affected queries and
 * shows a message.
 */
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
      if (!onError?.(error, input)) notifyError(errorMessage(i18n, error));
    },
  });
  /** Returns whether the change succeeded. Never throws. */
  const start = useCallback(
    async (input: Input): Promise<boolean> => {
      // The query client is asked because a second press can come before React has rendered the first.
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
