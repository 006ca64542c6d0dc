import type { EventStatus } from '@entrada/contract/catalog/events';
import { Trans } from '@lingui/react/macro';
import { Badge } from '../../../ui/badge.tsx';

/** The badge of an event's status: draft, live or archived. Every list uses it. */
export function EventStatusBadge({ status }: { status: EventStatus }) {
  if (status === 'public') {
    return (
      <Badge tone="ok">
        <Trans>Live</Trans>
      </Badge>
    );
  }
  return <Badge tone="neutral">{status === 'draft' ? <Trans>Draft</Trans> : <Trans>Archived</Trans>}</Badge>;
}
