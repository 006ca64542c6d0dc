import type { EventDetail } from '@entrada/contract/catalog/events';
import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button } from '@mantine/core';
import { IconDots, IconExternalLink, IconShare2 } from '@tabler/icons-react';
import { useSession } from '../kit/data/session.ts';
import { EventMoves } from '../kit/event-actions/moves.tsx';
import { useEventActions } from '../kit/event-actions/provider.tsx';
import { Menu } from '../kit/menus/menu.tsx';
import styles from './dashboard.module.css';

const icon = { size: 18, stroke: 1.75 };

/** Buttons to share or view the event and to change its status. */
export function EventButtons({ event, duplicate }: { event: EventDetail; duplicate: () => void }) {
  const { t } = useLingui();
  const { may } = useSession();
  const actions = useEventActions();
  const mayWrite = may('events.write');
  const view = event.status !== 'archived' && (
    <Button component="a" href={event.publicPath} leftSection={<IconExternalLink {...icon} />}>
      {event.status === 'public' ? <Trans>View page</Trans> : <Trans>Preview page</Trans>}
    </Button>
  );
  if (!mayWrite)
    return (
      <>
        <ShareButton event={event} />
        {view}
      </>
    );
  return (
    <>
      <ShareButton event={event} />
      {event.status === 'draft' && view}
      <div className={styles.together}>
        {event.status === 'public' && view}
        {event.status === 'draft' && (
          <Button variant="primary" onClick={() => actions.publish(event)}>
            <Trans>Publish event</Trans>
          </Button>
        )}
        {event.status === 'archived' && (
          <Button variant="primary" onClick={() => actions.restore(event)}>
            <Trans>Restore event</Trans>
          </Button>
        )}
        <Menu position="bottom-end" width={208}>
          <Menu.Target>
            <ActionIcon variant="default" data-fixed aria-label={t`More actions`}>
              <IconDots {...icon} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <EventMoves event={event} actions={actions} duplicate={duplicate} />
          </Menu.Dropdown>
        </Menu>
      </div>
    </>
  );
}

function ShareButton({ event }: { event: EventDetail }) {
  const actions = useEventActions();
  if (event.status !== 'public') return null;
  return (
    <Button leftSection={<IconShare2 {...icon} />} onClick={() => actions.share(event)}>
      <Trans>Share</Trans>
    </Button>
  );
}
