import type { EventRow } from '@entrada/contract/events';
import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconDots,
  IconExternalLink,
  IconEyeOff,
  IconSettings,
  IconTrash,
  IconWorldUpload,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { eventPath } from '../shell/event.ts';
import { useEventActions } from '../shell/event-actions.tsx';
import { useSession } from '../shell/session.ts';

const icon = { size: 18, stroke: 1.75 };

export function EventMenu({ event, duplicate }: { event: EventRow; duplicate: () => void }) {
  const { t } = useLingui();
  const { may } = useSession();
  const actions = useEventActions();
  const isArchived = event.status === 'archived';
  return (
    <Menu position="bottom-end" width={208}>
      <Menu.Target>
        <ActionIcon aria-label={t`Actions for ${event.title}`}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!isArchived && (
          <Menu.Item
            component="a"
            href={`/event/${event.id}/${event.slug}`}
            leftSection={<IconExternalLink {...icon} />}
          >
            <Trans>View page</Trans>
          </Menu.Item>
        )}
        <Menu.Item component={Link} to={eventPath(event.id)} leftSection={<IconSettings {...icon} />}>
          <Trans>Manage</Trans>
        </Menu.Item>
        {may('events.write') && (
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
            <Menu.Item leftSection={<IconCopy {...icon} />} onClick={duplicate}>
              <Trans>Duplicate event</Trans>
            </Menu.Item>
            <Menu.Divider />
            {isArchived ? (
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
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
