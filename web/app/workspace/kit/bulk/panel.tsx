import type { BulkJob } from '@entrada/contract/sales/bulk/jobs';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatDayTime } from '../../../platform/i18n/format.ts';
import { Progress } from '../../../ui/notices/progress.tsx';
import { useEvent } from '../data/event.ts';
import { keys } from '../data/keys.ts';
import { useSession } from '../data/session.ts';
import { useChange } from '../data/use-change.ts';
import { LoadFailed } from '../display/load-failed.tsx';
import styles from './bulk.module.css';
import { loadKept, undoJob } from './jobs-api.ts';
import { ReasonList, useReasonWords } from './reasons.tsx';
import { SwitchJob } from './switch-job.tsx';

export type PanelProps = { jobs: readonly BulkJob[]; close: () => void };

const isOpen = ({ status }: BulkJob) => status === 'queued' || status === 'running';

/** Actions on many rows: those that run, and the latest that ended. */
export function BulkPanel({ jobs, close }: PanelProps) {
  const { t } = useLingui();
  const [latest, ...others] = jobs;
  const [isWhole, setWhole] = useState(false);
  const older = others.filter((job) => isOpen(job) || isWhole);
  const more = others.length - older.length;
  return (
    <section className={styles.panel} aria-label={t`Actions on many rows`}>
      {latest && <Job key={latest.id} job={latest} />}
      {older.map((job) => (
        <Job key={job.id} job={job} />
      ))}
      {more > 0 && (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          <Plural value={more} one="Show # earlier action" other="Show # earlier actions" />
        </button>
      )}
      {jobs.some((job) => !isOpen(job)) && (
        <ActionIcon className={styles.close} aria-label={t`Close`} onClick={close}>
          <IconX size={18} stroke={1.75} />
        </ActionIcon>
      )}
    </section>
  );
}

function Job({ job }: { job: BulkJob }) {
  const { t, i18n } = useLingui();
  const { id: eventId, timezone } = useEvent();
  const { may } = useSession();
  const [isOpened, setOpened] = useState(false);
  const done = formatCount(job.changed + job.kept, i18n.locale);
  const total = formatCount(job.total, i18n.locale);
  const changed = formatCount(job.changed, i18n.locale);
  const who = job.startedBy;
  const when = formatDayTime(job.createdAt, { locale: i18n.locale, timezone });
  const title = useTitle(job);
  const undo = useChange({
    run: () => undoJob(eventId, job.id),
    invalidates: () => [keys.bulkJobs(eventId)],
  });
  const isStopped = job.status === 'stopped';
  return (
    <article className={styles.job}>
      <p className={styles.title} role={isOpen(job) ? 'status' : undefined}>
        <b>{title}</b>{' '}
        <span className="num">
          {isOpen(job) ? (
            <Trans>
              {done} of {total}
            </Trans>
          ) : (
            <Trans>
              {changed} of {total} done
            </Trans>
          )}
        </span>
      </p>
      {isOpen(job) && (
        <Progress label={t`${done} of ${total}`} value={job.changed + job.kept} max={job.total} />
      )}
      {job.status === 'failed' && (
        <p>
          <Trans>It failed before its end, after several tries. What was done stays.</Trans>
        </p>
      )}
      {isStopped && (
        <p>
          <Trans>A person stopped it. What was done stays; the others wait.</Trans>
        </p>
      )}
      {job.waitingMails > 0 && (
        <p>
          <Plural
            value={job.waitingMails}
            one="# email waits until tomorrow or later, because as many as allowed were sent today."
            other="# emails wait until tomorrow or later, because as many as allowed were sent today."
          />
        </p>
      )}
      <ReasonList reasons={job.reasons} />
      <p className={styles.quiet}>
        {when} · {who}
      </p>
      <div className={styles.tools}>
        {job.kept > 0 && !isOpen(job) && (
          <Button size="compact-sm" aria-expanded={isOpened} onClick={() => setOpened(!isOpened)}>
            {isOpened ? <Trans>Hide who was left</Trans> : <Trans>Show who was left</Trans>}
          </Button>
        )}
        <SwitchJob job={job} eventId={eventId} />
        {job.canUndo && may(job.kind === 'check_in' ? 'check-in.manage' : 'orders.write') && (
          <Button size="compact-sm" loading={undo.isPending} onClick={() => void undo.start(undefined)}>
            <Trans>Undo</Trans>
          </Button>
        )}
      </div>
      {isOpened && <Kept jobId={job.id} />}
    </article>
  );
}

/** What a job does, in two or three words. */
function useTitle({ kind, noun }: BulkJob): string {
  const { t } = useLingui();
  const isOrders = noun === 'orders';
  if (kind === 'resend') return isOrders ? t`Resend orders` : t`Resend tickets`;
  if (kind === 'cancel') return isOrders ? t`Cancel orders` : t`Cancel tickets`;
  if (kind === 'refund') return isOrders ? t`Refund orders` : t`Refund tickets`;
  if (kind === 'check_in') return t`Check in attendees`;
  if (kind === 'reactivate') return isOrders ? t`Make orders valid again` : t`Make tickets valid again`;
  return t`Undo check-ins`;
}

/** The rows that were left as they are, each with its reason. */
function Kept({ jobId }: { jobId: number }) {
  const { id: eventId } = useEvent();
  const say = useReasonWords();
  const kept = useQuery({
    queryKey: [...keys.bulkJobs(eventId), 'kept', jobId],
    queryFn: ({ signal }) => loadKept(eventId, jobId, signal),
  });
  if (kept.isError) return <LoadFailed error={kept.error} retry={() => void kept.refetch()} />;
  return (
    <ul className={styles.kept}>
      {kept.data?.map(({ id, name, reference, code }) => (
        <li key={id}>
          <span className="reference">{reference}</span> {name}{' '}
          <span className={styles.quiet}>{say(code)}</span>
        </li>
      ))}
    </ul>
  );
}
