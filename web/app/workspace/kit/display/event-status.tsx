import type { EventDetail } from '@entrada/contract/catalog/events';
import { Trans } from '@lingui/react/macro';
import { Badge } from '../../../ui/badge.tsx';

/** The badge of an event's status: draft, live, called off or archived. Every list uses it. */
export function EventStatusBadge({ event }: { event: Pick<EventDetail, 'status' | 'calledOffAt'> }) {
  const { status, calledOffAt } = event;
  if (status === 'archived' || (status === 'draft' && !calledOffAt))
    return (
      <Badge tone="neutral">{status === 'draft' ? <Trans>Draft</Trans> : <Trans>Archived</Trans>}</Badge>
    );
  // A draft too: to publish it again would not make it take place.
  return (
    <Badge tone={calledOffAt ? 'bad' : 'ok'}>
      {calledOffAt ? <Trans>Called off</Trans> : <Trans>Live</Trans>}
    </Badge>
  );
}
