import type { Checklist, EventDetail } from '@entrada/contract/catalog/events';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { eventPath } from '../data/event.ts';
import { useResendConfirmation } from '../data/resend-confirmation.ts';
import styles from './publish-conditions.module.css';
import { Tick } from './tick.tsx';

export function canPublish(checklist: Checklist): boolean {
  return checklist.emailConfirmed && checklist.hasTicket;
}

type PublishConditionsProps = { event: Pick<EventDetail, 'id' | 'checklist'>; onLeave?: () => void };

/** Lists the two conditions for publishing: whether each is met, and how to meet it. */
export function PublishConditions({ event, onLeave }: PublishConditionsProps) {
  const resend = useResendConfirmation();
  const { emailConfirmed, hasTicket } = event.checklist;
  return (
    <ul className={styles.list}>
      <Condition
        isDone={emailConfirmed}
        action={
          <button type="button" className="link" aria-disabled={resend.isPending} onClick={resend.send}>
            <Trans>Send the link again</Trans>
          </button>
        }
      >
        <Trans>A confirmed email address</Trans>
      </Condition>
      <Condition
        isDone={hasTicket}
        action={
          <Link className="link" to={`${eventPath(event.id, 'tickets')}?drawer=new`} onClick={onLeave}>
            <Trans>New ticket</Trans>
          </Link>
        }
      >
        <Trans>At least one ticket</Trans>
      </Condition>
    </ul>
  );
}

function Condition({
  isDone,
  action,
  children,
}: {
  isDone: boolean;
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className={styles.item}>
      <Tick isDone={isDone} />
      <span>
        {children} {!isDone && action}
      </span>
    </li>
  );
}
