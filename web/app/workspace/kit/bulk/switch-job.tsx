import type { BulkJob } from '@entrada/contract/sales/bulk/jobs';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { keys } from '../data/keys.ts';
import { useSession } from '../data/session.ts';
import { useChange } from '../data/use-change.ts';
import { switchJob } from './jobs-api.ts';

/** Stops a job that runs, or lets one go on that stopped or failed. Nothing for one that is over. */
export function SwitchJob({ job, eventId }: { job: BulkJob; eventId: number }) {
  const { may } = useSession();
  const { start, isPending } = useChange({
    run: () => switchJob(eventId, job),
    invalidates: () => [keys.eventChanges(eventId), keys.bulkJobs(eventId)],
  });
  const isOpen = job.status === 'queued' || job.status === 'running';
  if (!(isOpen || job.canResume) || !may('orders.write')) return null;
  return (
    <Button size="compact-sm" loading={isPending} onClick={() => void start(undefined)}>
      {isOpen ? (
        <Trans>Stop</Trans>
      ) : job.status === 'failed' ? (
        <Trans>Try again</Trans>
      ) : (
        <Trans>Go on</Trans>
      )}
    </Button>
  );
}
