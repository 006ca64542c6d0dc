import { Trans, useLingui } from '@lingui/react/macro';
import { modals } from '../dialogs/modals.ts';
import { useLateDialog } from '../dialogs/use-late-dialog.ts';
import { askFirst } from '../frame/confirm.tsx';
import type { SharedEvent } from './sharing/dialog.tsx';
import { loadShareDialog, useShare } from './sharing/use-share.tsx';
import { useCopyLink } from './use-copy-link.ts';
import { type ActedEvent, useEventStatus } from './use-status.ts';
import { WhatArchivingEnds, WhatUnpublishingEnds } from './what-ends.tsx';

/** The actions of an event's menu. Each asks first and says what it does. */
export function useEventActions() {
  const { t } = useLingui();
  const status = useEventStatus();
  const share = useShare();
  const openLate = useLateDialog();
  return {
    publish: (event: ActedEvent) => {
      loadShareDialog().catch(() => undefined);
      void openLate(
        async () => (await import('./publish-dialog.tsx')).PublishDialog,
        (PublishDialog) => {
          const id = modals.open({
            title: t`Publish this event?`,
            children: <PublishDialog event={event} close={() => modals.close(id)} />,
          });
        },
      );
    },
    unpublish: (event: ActedEvent) =>
      askFirst({
        title: t`Unpublish this event?`,
        text: <WhatUnpublishingEnds event={event} />,
        keep: t`Keep it live`,
        confirm: t`Unpublish event`,
        tone: 'ink',
        run: () => status.start({ event, status: 'draft' }),
      }),
    archive: (event: ActedEvent) =>
      askFirst({
        title: t`Archive this event?`,
        text: <WhatArchivingEnds event={event} />,
        keep: t`Keep event`,
        confirm: t`Archive event`,
        run: () => status.start({ event, status: 'archived' }),
      }),
    restore: (event: ActedEvent) =>
      askFirst({
        title: t`Restore this event?`,
        text: <Trans>{event.title} comes back as a draft. Publish it when it is ready.</Trans>,
        keep: t`Keep it archived`,
        confirm: t`Restore event`,
        tone: 'ink',
        run: () => status.start({ event, status: 'draft' }),
      }),
    remove: (event: ActedEvent) =>
      void openLate(
        async () => (await import('./delete.tsx')).DeleteEvent,
        (DeleteEvent) => {
          const id = modals.open({
            title: t`Delete this event?`,
            children: <DeleteEvent event={event} close={() => modals.close(id)} />,
          });
        },
      ),
    share: (event: SharedEvent) => share(event, { isNew: false }),
    copyLink: useCopyLink(),
  };
}
