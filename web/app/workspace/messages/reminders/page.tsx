import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { useEvent } from '../../kit/data/event.ts';
import { useMayEdit } from '../../kit/data/use-may-edit.ts';
import { LoadFailed } from '../../kit/display/load-failed.tsx';
import { useDrawerParam } from '../../kit/frame/drawer-param.ts';
import { PageHeader } from '../../kit/frame/page.tsx';
import { PageError } from '../../kit/frame/page-error.tsx';
import { lateDrawer } from '../../kit/late/drawer.tsx';
import { useReturnToRow } from '../../kit/list/row.tsx';
import { onNewPath, readInBrowser, readOnServer } from '../../kit/reading/reads.ts';
import { NoReplies } from '../compose/notes.tsx';
import { MessageTabs } from '../tabs.tsx';
import { remindersRead } from './api.ts';
import { reads } from './reads.ts';
import styles from './reminders.module.css';
import { ReminderRow } from './row.tsx';

export const loader = readOnServer(reads);
export const clientLoader = readInBrowser(reads);
export const shouldRevalidate = onNewPath;

const ReminderDrawer = lateDrawer(async () => (await import('./drawer.tsx')).ReminderDrawer);

export default function RemindersPage() {
  const { t } = useLingui();
  const event = useEvent();
  const mayWrite = useMayEdit('messages.write');
  const { opened, close } = useDrawerParam();
  useReturnToRow(opened);
  const { queryKey, load } = remindersRead(event.id);
  const { data, isError, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(api, signal),
  });
  const found = data?.find(({ kind }) => kind === opened);
  const isMute = data?.some(({ replyTo, isOn }) => isOn && replyTo === null) ?? false;
  return (
    <>
      <PageHeader title={<Trans>Messages</Trans>} tab={[t`Reminders`, event.title]} />
      <MessageTabs eventId={event.id} current="reminders" counts={undefined} />
      <p className={styles.meaning}>
        <Trans>
          A reminder goes out by itself at its time, to everyone who holds a ticket then. Nobody gets the same
          one twice.
        </Trans>
      </p>
      {event.status !== 'public' && (
        <Note tone="attn">
          <Trans>Reminders go out only while the event is public.</Trans>
        </Note>
      )}
      {isMute && <NoReplies />}
      {isError && !data && <LoadFailed error={error} retry={() => void refetch()} />}
      {!data && !isError && (
        <div className={styles.list} role="status" aria-label={t`Loading`}>
          <Skeleton height={76} />
          <Skeleton height={76} />
        </div>
      )}
      {data && (
        <ul className={styles.list}>
          {data.map((one) => (
            <ReminderRow key={one.kind} reminder={one} mayWrite={mayWrite} ahead={ReminderDrawer.ahead} />
          ))}
        </ul>
      )}
      {mayWrite && found && <ReminderDrawer key={found.kind} found={found} close={close} />}
    </>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
