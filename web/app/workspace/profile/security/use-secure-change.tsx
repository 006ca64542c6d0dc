import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { ApiError } from '../../../platform/api/error.ts';
import { useChange } from '../../kit/data/use-change.ts';
import { modals } from '../../kit/dialogs/modals.ts';
import { useLateDialog } from '../../kit/dialogs/use-late-dialog.ts';

type Change<Input, Output> = Parameters<typeof useChange<Input, Output>>[0];

/**
 * A change of the sign-in. If the server wants to know who is there, a dialog asks for it, and the change runs once more
 * after that.
 */
export function useSecureChange<Input, Output>(change: Change<Input, Output>) {
  const { t } = useLingui();
  const openLate = useLateDialog();
  const again = useRef<(input: Input) => unknown>(undefined);
  const secured = useChange<Input, Output>({
    ...change,
    onError: (error, input) => {
      if (!(error instanceof ApiError) || error.code !== 'IDENTITY_UNCONFIRMED')
        return change.onError?.(error, input) ?? false;
      void openLate(
        async () => (await import('./confirm-identity.tsx')).ConfirmIdentity,
        (ConfirmIdentity) => {
          const id = modals.open({
            title: t`Confirm that it is you`,
            children: (
              <ConfirmIdentity
                close={() => modals.close(id)}
                onDone={() => {
                  modals.close(id);
                  again.current?.(input);
                }}
              />
            ),
          });
        },
      );
      return true;
    },
  });
  again.current = secured.start;
  return secured;
}
