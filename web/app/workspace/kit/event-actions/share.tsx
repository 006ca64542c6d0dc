import type { EventDetail } from '@entrada/contract/catalog/events';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { eventPath, useEvent } from '../data/event.ts';
import { useSession } from '../data/session.ts';
import { useEventActions } from './provider.tsx';

type ShareEventProps = {
  event: EventDetail;
  /** Where another button is the primary one. */
  variant?: 'primary' | 'default';
};

/** The next step towards a first sale: share the page, or publish it. */
export function ShareEvent({ event, variant = 'primary' }: ShareEventProps) {
  const actions = useEventActions();
  const { may } = useSession();
  if (event.status === 'public') {
    return (
      <Button variant={variant} onClick={() => actions.share(event)}>
        <Trans>Share event</Trans>
      </Button>
    );
  }
  if (event.status !== 'draft' || !may('events.write')) return null;
  return (
    <Button variant={variant} onClick={() => actions.publish(event)}>
      <Trans>Publish event</Trans>
    </Button>
  );
}

/** A link to create the first ticket, for pages that need one. */
export function TicketFirst() {
  const event = useEvent();
  return (
    <Button variant="primary" component={Link} to={`${eventPath(event.id, 'tickets')}?drawer=new`}>
      <Trans>New ticket</Trans>
    </Button>
  );
}
