import type { EventRow } from '@entrada/contract/catalog/events';
import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import { IconDots, IconExternalLink, IconSettings, IconShare2 } from '@tabler/icons-react';
import { Link } from 'react-router';
import { eventPath } from '../kit/data/event.ts';
import { useSession } from '../kit/data/session.ts';
import { EventMoves } from '../kit/event-actions/moves.tsx';
import { useEventActions } from '../kit/event-actions/provider.tsx';
import { Menu } from '../kit/menus/menu.tsx';

const shared = ({ id, title, slug, organizer, calledOffAt }: EventRow) => ({
  title,
  calledOffAt,
  publicPath: `/${organizer.slug}/event/${id}/${slug}`,
});

const icon = { size: 18, stroke: 1.75 };

export function EventMenu({ event, duplicate }: { event: EventRow; duplicate: () => void }) {
  const { t } = useLingui();
  const { may } = useSession();
  const actions = useEventActions();
  return (
    <Menu position="bottom-end" width={208}>
      <Menu.Target>
        <ActionIcon aria-label={t`Actions for ${event.title}`}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {event.status !== 'archived' && (
          <Menu.Item
            component="a"
            href={`/event/${event.id}/${event.slug}`}
            leftSection={<IconExternalLink {...icon} />}
          >
            <Trans>View page</Trans>
          </Menu.Item>
        )}
        {event.status === 'public' && (
          <Menu.Item leftSection={<IconShare2 {...icon} />} onClick={() => actions.share(shared(event))}>
            <Trans>Share event</Trans>
          </Menu.Item>
        )}
        <Menu.Item component={Link} to={eventPath(event.id)} leftSection={<IconSettings {...icon} />}>
          <Trans>Manage</Trans>
        </Menu.Item>
        {may('events.write') && <EventMoves event={event} actions={actions} duplicate={duplicate} />}
      </Menu.Dropdown>
    </Menu>
  );
}
