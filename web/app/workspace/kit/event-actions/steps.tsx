import type { EventDetail } from '@entrada/contract/catalog/events';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { eventPath, type StepId } from '../data/event.ts';
import { useResendConfirmation } from '../data/resend-confirmation.ts';
import { useSession } from '../data/session.ts';
import { useEventActions } from './provider.tsx';

export const stepNames: Record<StepId, MessageDescriptor> = {
  email: msg`Confirm your email`,
  ticket: msg`Add a ticket`,
  page: msg`Set up the event page`,
  publish: msg`Publish the event`,
  'check-in': msg`Create a check-in list`,
};

/** Says in one sentence why a step matters. */
export function StepText({ id, event }: { id: StepId; event: EventDetail }) {
  const { me } = useSession();
  const { hasCover, hasDescription } = event.checklist;
  switch (id) {
    case 'email':
      return <Trans>We sent a link to {me.email}. Nothing can be published before.</Trans>;
    case 'ticket':
      return <Trans>Free, paid, a donation, or sold in price tiers.</Trans>;
    case 'page':
      if (hasCover) return <Trans>The cover is there. Add a description.</Trans>;
      if (hasDescription) return <Trans>The description is there. Add a cover image.</Trans>;
      return <Trans>A cover image and a description tell people what they are buying.</Trans>;
    case 'publish':
      return <Trans>Anyone can then open the page and buy.</Trans>;
    case 'check-in':
      return <Trans>Staff scan tickets against a list at the door.</Trans>;
  }
}

type StepActionProps = { id: StepId; event: EventDetail; variant: 'primary' | 'ink' | 'default' };

/** The button that does a step or opens its page. */
export function StepAction({ id, event, variant }: StepActionProps) {
  const resend = useResendConfirmation();
  const actions = useEventActions();
  const { may } = useSession();
  const to = (page: string) => ({ component: Link, to: eventPath(event.id, page), variant }) as const;
  switch (id) {
    case 'email':
      return (
        <Button variant={variant} loading={resend.isPending} onClick={resend.send}>
          <Trans>Send the link again</Trans>
        </Button>
      );
    case 'ticket':
      return (
        <Button {...to('tickets?drawer=new')}>
          <Trans>New ticket</Trans>
        </Button>
      );
    case 'page':
      return (
        <Button {...to('settings')}>
          <Trans>Set up page</Trans>
        </Button>
      );
    case 'publish':
      return (
        may('events.write') &&
        event.status === 'draft' && (
          <Button variant={variant} onClick={() => actions.publish(event)}>
            <Trans>Publish event</Trans>
          </Button>
        )
      );
    case 'check-in':
      return (
        <Button {...to('check-in?drawer=new')}>
          <Trans>New list</Trans>
        </Button>
      );
  }
}
