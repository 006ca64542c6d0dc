import { Trans } from '@lingui/react/macro';
import {
  IconArchive,
  IconArchiveOff,
  IconCalendarOff,
  IconCopy,
  IconEyeOff,
  IconTrash,
  IconWorldUpload,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { eventPath } from '../data/event.ts';
import { useSession } from '../data/session.ts';
import { Menu } from '../menus/menu.tsx';
import type { useEventActions } from './provider.tsx';
import type { ActedEvent } from './use-status.ts';

const icon = { size: 18, stroke: 1.75 };

type EventMovesProps = {
  event: ActedEvent;
  /** The actions of the component that owns the menu, because a question stays open after the menu closes. */
  actions: ReturnType<typeof useEventActions>;
  duplicate: () => void;
};

/** The menu items that change an event's status, copy the event or delete it. */
export function EventMoves({ event, actions, duplicate }: EventMovesProps) {
  const { may } = useSession();
  return (
    <>
      {event.status === 'draft' && (
        <Menu.Item leftSection={<IconWorldUpload {...icon} />} onClick={() => actions.publish(event)}>
          <Trans>Publish event</Trans>
        </Menu.Item>
      )}
      {event.status === 'public' && (
        <Menu.Item leftSection={<IconEyeOff {...icon} />} onClick={() => actions.unpublish(event)}>
          <Trans>Unpublish event</Trans>
        </Menu.Item>
      )}
      {may('events.create') && (
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={duplicate}>
          <Trans>Duplicate event</Trans>
        </Menu.Item>
      )}
      <Menu.Divider />
      {event.status !== 'archived' && (
        <Menu.Item
          component={Link}
          to={eventPath(event.id, 'call-off')}
          leftSection={<IconCalendarOff {...icon} />}
        >
          <Trans>Call off or move the event</Trans>
        </Menu.Item>
      )}
      {event.status === 'archived' ? (
        <Menu.Item leftSection={<IconArchiveOff {...icon} />} onClick={() => actions.restore(event)}>
          <Trans>Restore event</Trans>
        </Menu.Item>
      ) : (
        <Menu.Item
          color="var(--bad-text)"
          leftSection={<IconArchive {...icon} />}
          onClick={() => actions.archive(event)}
        >
          <Trans>Archive event</Trans>
        </Menu.Item>
      )}
      <Menu.Item
        color="var(--bad-text)"
        leftSection={<IconTrash {...icon} />}
        onClick={() => actions.remove(event)}
      >
        <Trans>Delete event</Trans>
      </Menu.Item>
    </>
  );
}
