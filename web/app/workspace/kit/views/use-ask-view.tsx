import type { SavedView } from '@entrada/contract/sales/views/saved';
import { Trans } from '@lingui/react/macro';
import { modals } from '../dialogs/modals.ts';
import { useLateDialog } from '../dialogs/use-late-dialog.ts';
import type { ViewActions } from './actions.ts';

/** Asks how a view is called and who sees it. Without a view, for a new one of what the list shows. */
export function useAskView(actions: ViewActions) {
  const openLate = useLateDialog();
  return (view: SavedView | null) =>
    void openLate(
      async () => (await import('./form.tsx')).ViewForm,
      (ViewForm) => {
        const id = modals.open({
          title: view ? <Trans>Rename or share</Trans> : <Trans>Save view</Trans>,
          children: <ViewForm view={view} actions={actions} close={() => modals.close(id)} />,
        });
      },
    );
}
