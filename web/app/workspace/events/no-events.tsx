import type { EventState } from '@entrada/contract/catalog/events';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { GhostStub } from '../../ui/brand/ghost-stub.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import styles from './events.module.css';

type NoEventsProps = { state: EventState; hasNone: boolean; action: ReactNode };

/** Shown if a tab has no events. */
export function NoEvents({ state, hasNone, action }: NoEventsProps) {
  if (hasNone) {
    return (
      <EmptyState drawing={<GhostStub />} title={<Trans>Create your first event</Trans>} action={action}>
        <Trans>Give it a name and a date. Tickets, the page and the door list follow from there.</Trans>
      </EmptyState>
    );
  }
  const words: Record<EventState, ReactNode> = {
    upcoming: <Trans>Nothing is coming up.</Trans>,
    ongoing: <Trans>Nothing is on right now.</Trans>,
    ended: <Trans>No event has ended yet.</Trans>,
    archived: <Trans>Nothing is archived.</Trans>,
  };
  return <p className={styles.none}>{words[state]}</p>;
}
