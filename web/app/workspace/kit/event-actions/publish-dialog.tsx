import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { errorMessage } from '../../../platform/api/error-messages.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { useEventQuery } from '../data/event.ts';
import confirmStyles from '../frame/confirm.module.css';
import { canPublish, PublishConditions } from './publish-conditions.tsx';
import { type ActedEvent, useEventStatus } from './use-status.ts';
import { WhatPublishingOpens } from './what-opens.tsx';

/** Says what publishing does, or what is missing before the event can be published. */
export function PublishDialog({ event, close }: { event: ActedEvent; close: () => void }) {
  const { i18n } = useLingui();
  const { data, isError, error } = useEventQuery(event.id);
  const status = useEventStatus();
  const isReady = data !== undefined && canPublish(data.checklist);
  const publish = async () => {
    if (await status.start({ event, status: 'public' })) close();
  };
  return (
    <>
      {isError && <Note tone="error">{errorMessage(i18n, error)}</Note>}
      {!data && !isError && <Skeleton height={44} />}
      {data && isReady && (
        <p className={confirmStyles.text}>
          <WhatPublishingOpens event={event} />
        </p>
      )}
      {data && !isReady && (
        <>
          <p className={confirmStyles.text}>
            <Trans>Two things are needed before {event.title} can go live.</Trans>
          </p>
          <PublishConditions event={data} onLeave={close} />
        </>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button onClick={close} disabled={status.isPending} data-autofocus={!isReady || undefined}>
          <Trans>Keep as a draft</Trans>
        </Button>
        {(isReady || !data) && (
          // Made anew when it can be pressed, which gives it the focus.
          <Button
            key={String(isReady)}
            variant="primary"
            disabled={!isReady}
            autoFocus={isReady}
            data-autofocus={isReady || undefined}
            loading={status.isPending}
            onClick={() => void publish()}
          >
            <Trans>Publish event</Trans>
          </Button>
        )}
      </Group>
    </>
  );
}
