import type { EventDetail } from '@entrada/contract/catalog/events';
import type { BulkJob } from '@entrada/contract/sales/bulk/jobs';
import type { EventChange } from '@entrada/contract/sales/event-changes/endpoints';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { formatCount, formatDayTime } from '../../platform/i18n/format.ts';
import { cx } from '../../ui/class-names.ts';
import { Money } from '../../ui/money.tsx';
import { Note } from '../../ui/notices/note.tsx';
import { Progress } from '../../ui/notices/progress.tsx';
import { ReasonList } from '../kit/bulk/reasons.tsx';
import { SwitchJob } from '../kit/bulk/switch-job.tsx';
import { eventPath } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { useSession } from '../kit/data/session.ts';
import { useChange } from '../kit/data/use-change.ts';
import { refundAgain, undo } from './api.ts';
import styles from './event-changes.module.css';

type ProgressProps = { event: EventDetail; change: EventChange };

const invalidated = (eventId: number) => [
  keys.event(eventId),
  keys.tickets(eventId),
  keys.eventChanges(eventId),
  keys.changePlan(eventId),
  keys.bulkJobs(eventId),
];

/** How far a change has come: the time to undo, the message, the orders and the money. */
export function ChangeProgress({ event, change }: ProgressProps) {
  const { t, i18n } = useLingui();
  const { may } = useSession();
  const left = useSecondsLeft(change);
  const [first] = useState(left);
  const { kind, status, mails, startedBy } = change;
  const isOff = kind === 'call_off';
  const when = formatDayTime(change.createdAt, { locale: i18n.locale, timezone: event.timezone });
  const takeBack = useChange({
    run: () => undo(event.id, change.id),
    invalidates: () => invalidated(event.id),
    success: () => (isOff ? t`The event takes place again.` : t`The event is back where it was.`),
  });
  const sent = formatCount(mails.sent, i18n.locale);
  return (
    <section className={cx(styles.part, styles.progress)} aria-labelledby={`change-${change.id}`}>
      <h2 id={`change-${change.id}`}>
        {status === 'undone' ? (
          isOff ? (
            <Trans>Called off, and taken back</Trans>
          ) : (
            <Trans>Moved, and taken back</Trans>
          )
        ) : isOff ? (
          <Trans>The event is called off</Trans>
        ) : (
          <Trans>The event was moved</Trans>
        )}
      </h2>
      <p className={styles.quiet}>
        {when} · {startedBy}
      </p>
      {status === 'waiting' && (
        <Note tone="attn" announce>
          {left > 0 ? (
            <>
              {/* A screen reader hears it once, and not each second. */}
              <span className="visually-hidden">
                <TimeToUndo left={first} />
              </span>
              <span aria-hidden="true">
                <TimeToUndo left={left} />
              </span>
            </>
          ) : (
            <Trans>It begins now.</Trans>
          )}
        </Note>
      )}
      {mails.queued > 0 && (
        <div>
          <p>
            <Plural
              value={mails.queued}
              one={`${sent} of # message sent`}
              other={`${sent} of # messages sent`}
            />
          </p>
          <Progress label={t`Messages sent`} value={mails.sent} max={mails.queued} />
          {mails.failed > 0 && (
            <p>
              <Plural
                value={mails.failed}
                one="# message was refused by the mail server."
                other="# messages were refused by the mail server."
              />
            </p>
          )}
          {mails.waiting > 0 && (
            <p>
              <Plural
                value={mails.waiting}
                one="# email waits until tomorrow or later, because as many as allowed were sent today."
                other="# emails wait until tomorrow or later, because as many as allowed were sent today."
              />
            </p>
          )}
        </div>
      )}
      {change.cancelJob && <Job eventId={event.id} job={change.cancelJob} label={t`Orders cancelled`} />}
      {change.refundJob && (
        <>
          <Job eventId={event.id} job={change.refundJob} label={t`Refunds begun`} />
          <Refunds event={event} change={change} />
        </>
      )}
      {change.canUndo && status !== 'undone' && may('events.write') && (
        <div className={styles.actions}>
          <Button loading={takeBack.isPending} onClick={() => void takeBack.start(undefined)}>
            <Trans>Undo</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}

const TimeToUndo = ({ left }: { left: number }) => (
  <Plural
    value={left}
    one="Nothing has gone out yet. You can take it back for # second."
    other="Nothing has gone out yet. You can take it back for # seconds."
  />
);

/** The seconds that are left to take it back. The server says how many; this counts down between its answers. */
function useSecondsLeft({ status, secondsLeft }: EventChange): number {
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    setLeft(secondsLeft);
    if (status !== 'waiting') return;
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1000);
    return () => clearInterval(timer);
  }, [status, secondsLeft]);
  return left;
}

/** One of the jobs, which can be stopped half way and go on later. */
function Job({ eventId, job, label }: { eventId: number; job: BulkJob; label: string }) {
  const { i18n } = useLingui();
  const done = formatCount(job.changed + job.kept, i18n.locale);
  const total = formatCount(job.total, i18n.locale);
  return (
    <div>
      <p>
        {label}{' '}
        <span className="num">
          <Trans>
            {done} of {total}
          </Trans>
        </span>
      </p>
      <Progress label={label} value={job.changed + job.kept} max={job.total} />
      <ReasonList reasons={job.reasons} />
      <div className={styles.actions}>
        <SwitchJob job={job} eventId={eventId} />
      </div>
    </div>
  );
}

/** What became of the money, and another try for what did not go. */
function Refunds({ event, change }: ProgressProps) {
  const { may } = useSession();
  const { refunds, refundJob } = change;
  const again = useChange({
    run: () => refundAgain(event.id, change.id),
    invalidates: () => invalidated(event.id),
  });
  const sum = (minor: number) => <Money minor={minor} currency={event.currency} />;
  const isOver = refundJob?.status === 'done' || refundJob?.status === 'failed';
  return (
    <>
      <dl className={styles.sums}>
        <div>
          <dt>
            <Trans>Went back</Trans>
          </dt>
          <dd>{sum(refunds.succeeded.amount)}</dd>
        </div>
        {refunds.pending.orders > 0 && (
          <div>
            <dt>
              <Trans>On its way</Trans>
            </dt>
            <dd>{sum(refunds.pending.amount)}</dd>
          </div>
        )}
      </dl>
      {refunds.failed.orders > 0 && (
        <Note
          tone="error"
          action={
            isOver &&
            may('orders.write') && (
              <button
                type="button"
                className="link"
                disabled={again.isPending}
                onClick={() => void again.start(undefined)}
              >
                <Trans>Refund again</Trans>
              </button>
            )
          }
        >
          <Plural
            value={refunds.failed.orders}
            one="The refund of # order failed, often because the balance at the payment provider is too low."
            other="The refunds of # orders failed, often because the balance at the payment provider is too low."
          />{' '}
          {sum(refunds.failed.amount)}
        </Note>
      )}
      <p>
        <Link className="link" to={eventPath(event.id, 'orders')}>
          <Trans>See the orders</Trans>
        </Link>
      </p>
    </>
  );
}
