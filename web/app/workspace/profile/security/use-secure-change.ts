import { useRef } from 'react';
import { ApiError } from '../../../platform/api/error.ts';
import { useChange } from '../../kit/data/use-change.ts';
import { useAskIdentity } from '../../kit/identity/use-ask-identity.tsx';

type Change<Input, Output> = Parameters<typeof useChange<Input, Output>>[0];

/**
 * A change of the sign-in. If the server wants to know who is there, a dialog asks for it, and the change runs once more
 * after that.
 */
export function useSecureChange<Input, Output>(change: Change<Input, Output>) {
  const askIdentity = useAskIdentity();
  const again = useRef<(input: Input) => unknown>(undefined);
  const secured = useChange<Input, Output>({
    ...change,
    onError: (error, input) => {
      if (!(error instanceof ApiError) || error.code !== 'IDENTITY_UNCONFIRMED')
        return change.onError?.(error, input) ?? false;
      void askIdentity({ onDone: () => again.current?.(input) });
      return true;
    },
  });
  again.current = secured.start;
  return secured;
}
