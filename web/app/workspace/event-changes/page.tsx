import type { EventChange } from '@entrada/contract/sales/event-changes/endpoints';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api/client.ts';
import { Note } from '../../ui/notices/note.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { useEvent } from '../kit/data/event.ts';
import { useMayEdit } from '../kit/data/use-may-edit.ts';
import { LoadFailed } from '../kit/display/load-failed.tsx';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { latePart } from '../kit/late/part.tsx';
import { onNewPath, readInBrowser, readOnServer } from '../kit/reading/reads.ts';
import { changesRead, planRead } from './api.ts';
import type { BeginProps } from './begin.tsx';
import { ChangeProgress } from './progress.tsx';
import { reads } from './reads.ts';

export const loader = readOnServer(reads);
export const clientLoader = readInBrowser(reads);
export const shouldRevalidate = onNewPath;

/** How often the page looks how far the work has come. */
const LOOK_MS = 2_000;

const Place = () => <Skeleton height={320} />;
const Begin = latePart<BeginProps>(() => import('./begin.tsx').then((part) => part.Begin), { Place });

const isJobOpen = (job: EventChange['cancelJob']) => job?.status === 'queued' || job?.status === 'running';

const isAtWork = (changes: readonly EventChange[] | undefined) =>
  changes?.some(
    ({ status, cancelJob, refundJob, refunds, mails }) =>
      status === 'waiting' ||
      status === 'running' ||
      isJobOpen(cancelJob) ||
      isJobOpen(refundJob) ||
      refunds.pending.orders > 0 ||
      mails.sent + mails.failed + mails.waiting < mails.queued,
  ) ?? false;

/** Calling the event off, or moving it to another time or place, in the order of the questions. */
export default function EventChangesPage() {
  const { t } = useLingui();
  const event = useEvent();
  const mayEdit = useMayEdit('events.write');
  const { queryKey, load } = changesRead(event.id);
  const changes = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(api, signal),
    refetchInterval: ({ state }) => (isAtWork(state.data) ? LOOK_MS : false),
  });
  const planned = planRead(event.id);
  const plan = useQuery({ queryKey: planned.queryKey, queryFn: ({ signal }) => planned.load(api, signal) });
  const title = <Trans>Call off or move the event</Trans>;
  const header = <PageHeader title={title} tab={[t`Call off or move the event`, event.title]} />;
  const failed = [changes, plan].find(({ data, isError }) => isError && !data);
  if (failed)
    return (
      <>
        {header}
        <LoadFailed error={failed.error} retry={() => void failed.refetch()} />
      </>
    );
  if (!changes.data || !plan.data)
    return (
      <>
        {header}
        <Skeleton height={320} />
      </>
    );
  const [latest] = changes.data;
  const isOpen = latest?.status === 'waiting' || latest?.status === 'running';
  const shown = latest && latest.status !== 'undone' ? latest : null;
  const mayBegin = mayEdit && event.calledOffAt === null && !isOpen;
  return (
    <>
      {header}
      {shown && <ChangeProgress key={shown.id} event={event} change={shown} />}
      {event.calledOffAt !== null && !shown && (
        <Note tone="attn">
          <Trans>The event is called off</Trans>
        </Note>
      )}
      {event.lifecycle === 'ended' && event.calledOffAt === null && (
        <Note tone="info">
          <Trans>This event is over, so it can no longer be called off or moved.</Trans>
        </Note>
      )}
      {mayBegin && event.lifecycle !== 'ended' && <Begin key={latest?.id ?? 0} plan={plan.data} />}
    </>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
