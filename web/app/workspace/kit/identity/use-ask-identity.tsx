import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { modals } from '../dialogs/modals.ts';
import { useLateDialog } from '../dialogs/use-late-dialog.ts';

type Asked = {
  /** What it is asked for, if not for a change of the own sign-in. */
  says?: ReactNode;
  onDone: () => void;
};

/** Answers a function that asks who is there, in a dialog that loads when it is needed. */
export function useAskIdentity() {
  const { t } = useLingui();
  const openLate = useLateDialog();
  return ({ says, onDone }: Asked) =>
    openLate(
      async () => (await import('./confirm.tsx')).ConfirmIdentity,
      (ConfirmIdentity) => {
        const id = modals.open({
          title: t`Confirm that it is you`,
          children: (
            <ConfirmIdentity
              says={says}
              close={() => modals.close(id)}
              onDone={() => {
                modals.close(id);
                onDone();
              }}
            />
          ),
        });
      },
    );
}
