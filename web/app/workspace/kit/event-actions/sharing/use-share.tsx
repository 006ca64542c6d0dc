import { useLingui } from '@lingui/react/macro';
import { modals } from '../../dialogs/modals.ts';
import { useLateDialog } from '../../dialogs/use-late-dialog.ts';
import type { SharedEvent } from './dialog.tsx';

export const loadShareDialog = async () => (await import('./dialog.tsx')).ShareDialog;

/** Opens the dialog with the link and the QR code of a live event. `isNew`: it has just been published. */
export function useShare() {
  const { t } = useLingui();
  const openLate = useLateDialog();
  return (event: SharedEvent, { isNew }: { isNew: boolean }): void =>
    void openLate(loadShareDialog, (ShareDialog) => {
      const id = modals.open({
        title: isNew ? t`The event is live` : t`Share event`,
        size: 540,
        children: <ShareDialog event={event} isNew={isNew} close={() => modals.close(id)} />,
      });
    });
}
