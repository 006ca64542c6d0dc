import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { formatDay } from '../../platform/i18n/format.ts';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { useEvent } from '../kit/data/event.ts';
import { useMayEdit } from '../kit/data/use-may-edit.ts';
import { LoadFailed } from '../kit/display/load-failed.tsx';
import { useDrawerParam } from '../kit/frame/drawer-param.ts';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { lateDrawer } from '../kit/late/drawer.tsx';
import { useReturnToRow } from '../kit/list/row.tsx';
import { onNewPath, queryOf, readInBrowser, readOnServer } from '../kit/reading/reads.ts';
import { type Schedules, schedulesRead } from './api.ts';
import { FileNotice } from './file-notice.tsx';
import { ScheduleItem } from './item.tsx';
import { reads } from './reads.ts';
import styles from './scheduled-exports.module.css';

export const loader = readOnServer(reads);
export const clientLoader = readInBrowser(reads);
export const shouldRevalidate = onNewPath;

const ScheduleDrawer = lateDrawer(async () => (await import('./drawer.tsx')).ScheduleDrawer);

/** How often the page looks whether a file is ready, while one is being made. */
const LOOK_MS = 2_000;

const isMaking = (found: Schedules | undefined) =>
  found?.scheduled.some(({ runs }) => runs.some(({ status }) => status === 'waiting')) ?? false;

export default function ScheduledExportsPage() {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const mayEdit = useMayEdit('events.write');
  const { opened, open, close } = useDrawerParam();
  const [search] = useSearchParams();
  useReturnToRow(opened);
  const { data, isError, error, refetch } = useQuery({
    ...queryOf(schedulesRead(event.id)),
    refetchInterval: ({ state }) => (isMaking(state.data) ? LOOK_MS : false),
  });
  const asked = search.get('file');
  const until = data && formatDay(data.endsAt, { locale: i18n.locale, timezone: data.timezone });
  const add = mayEdit && (
    <Button
      variant="primary"
      leftSection={<IconPlus size={18} stroke={1.75} />}
      onPointerEnter={ScheduleDrawer.ahead}
      onFocus={ScheduleDrawer.ahead}
      onClick={() => open('new')}
    >
      <Trans>New scheduled export</Trans>
    </Button>
  );
  return (
    <>
      <PageHeader
        title={<Trans>Scheduled exports</Trans>}
        tab={[t`Scheduled exports`, event.title]}
        count={data?.scheduled.length || undefined}
        actions={data && data.scheduled.length > 0 && add}
      />
      {asked !== null && data && <FileNotice eventId={event.id} runId={Number(asked)} schedules={data} />}
      {isError && !data && <LoadFailed error={error} retry={() => void refetch()} />}
      {!data && !isError && (
        <div className={styles.list} role="status" aria-label={t`Loading`}>
          <Skeleton height={76} />
          <Skeleton height={76} />
        </div>
      )}
      {data?.scheduled.length === 0 && (
        <EmptyState title={<Trans>Files that come by themselves</Trans>} action={add}>
          <Trans>
            Choose a file, and the people of your account who need it. Every day or every week they get an
            email with its link.
          </Trans>
        </EmptyState>
      )}
      {data && data.scheduled.length > 0 && (
        <>
          <ul className={styles.list}>
            {data.scheduled.map((one) => (
              <ScheduleItem key={one.id} schedule={one} schedules={data} mayEdit={mayEdit} />
            ))}
          </ul>
          <p className={styles.hint}>
            <Trans>
              A file can be downloaded for seven days by people who sign in. The last ones come two weeks
              after the event, until {until}.
            </Trans>
          </p>
        </>
      )}
      {mayEdit && opened && data && <ScheduleDrawer which={opened} schedules={data} close={close} />}
    </>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
