import { useLingui } from '@lingui/react/macro';
import { modals } from '../../dialogs/modals.ts';
import { ShareDialog, type SharedEvent } from './dialog.tsx';

/** Opens the dialog with the link and the QR code of a live event. `isNew`: it has just been published. */
export function useShare() {
  const { t } = useLingui();
  return (event: SharedEvent, { isNew }: { isNew: boolean }): void => {
    const id = modals.open({
      title: isNew ? t`The event is live` : t`Share event`,
      size: 540,
      children: <ShareDialog event={event} isNew={isNew} close={() => modals.close(id)} />,
    });
  };
}
