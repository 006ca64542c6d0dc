import { listOwnDoors, type OwnDoor, openCheckInList } from '@entrada/contract/door/check-in-links';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../platform/api/client.ts';
import { formatDay, formatDayTime, formatTime } from '../../platform/i18n/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { keys } from '../kit/data/keys.ts';
import { useChange } from '../kit/data/use-change.ts';
import { LoadFailed } from '../kit/display/load-failed.tsx';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { readPermittedInBrowser, readPermittedOnServer } from '../kit/reading/permitted.ts';
import { onNewPath, type Read, useRead } from '../kit/reading/reads.ts';
import styles from './own-doors.module.css';

const doorsRead: Read<OwnDoor[]> = {
  queryKey: keys.ownDoors,
  load: async (call, signal) => (await call(listOwnDoors, {}, { ...(signal && { signal }) })).data,
};
const reads = () => [doorsRead];

export const loader = readPermittedOnServer('door.scan', reads);
export const clientLoader = readPermittedInBrowser('door.scan', reads);
export const shouldRevalidate = onNewPath;

/** Where somebody begins who works at a door: the check-in lists of their events, each opened by their own link. */
export default function OwnDoorsPage() {
  const { t } = useLingui();
  const { data, isError, error, refetch } = useRead(doorsRead);
  // One button on the page stands out: that of the first list where people enter now.
  const firstOpen = (data?.find(({ state }) => state === 'active') ?? data?.[0])?.listId;
  const events = [...Map.groupBy(data ?? [], ({ eventId }) => eventId)];
  return (
    <>
      <PageHeader title={<Trans>Your check-in lists</Trans>} tab={[t`Your check-in lists`]} />
      {isError && !data && <LoadFailed error={error} retry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={200} />}
      {data?.length === 0 && (
        <EmptyState title={<Trans>No check-in list is open for you</Trans>}>
          <Trans>As soon as one of your events has a check-in list, you open it here.</Trans>
        </EmptyState>
      )}
      {events.map(([eventId, doors]) => (
        <EventDoors key={eventId} doors={doors} first={firstOpen} />
      ))}
    </>
  );
}

function EventDoors({ doors, first }: { doors: OwnDoor[]; first: number | undefined }) {
  const { i18n } = useLingui();
  const [one] = doors;
  if (!one) return null;
  const zoned = { locale: i18n.locale, timezone: one.timezone };
  return (
    <section className={styles.event}>
      <h2 className={styles.title}>{one.event}</h2>
      <p className={styles.quiet}>
        {formatDay(one.startsAt, zoned)} · {formatTime(one.startsAt, zoned)}
      </p>
      <ul className={styles.doors}>
        {doors.map((door) => (
          <Door key={door.listId} door={door} isFirst={door.listId === first} />
        ))}
      </ul>
    </section>
  );
}

function Door({ door, isFirst }: { door: OwnDoor; isFirst: boolean }) {
  const { t } = useLingui();
  const { eventId, listId, name, description } = door;
  const [isLeaving, setLeaving] = useState(false);
  const open = useChange({
    run: () => api(openCheckInList, { params: { eventId: String(eventId), listId: String(listId) } }),
    onDone: ({ data }) => {
      setLeaving(true);
      // With the browser's back button, the button must work again.
      window.addEventListener('pageshow', () => setLeaving(false), { once: true });
      location.assign(`/check-in/${data.shortId}`);
    },
  });
  return (
    <li className={styles.door}>
      <div className={styles.words}>
        <h3 className={styles.name}>{name}</h3>
        {description && <p className={styles.quiet}>{description}</p>}
        <State door={door} />
      </div>
      <Button
        variant={isFirst ? 'primary' : 'default'}
        aria-label={t`Open ${name}`}
        leftSection={<IconQrcode size={18} stroke={1.75} />}
        loading={open.isPending || isLeaving}
        onClick={() => void open.start(undefined)}
      >
        <Trans>Open</Trans>
      </Button>
    </li>
  );
}

function State({ door }: { door: OwnDoor }) {
  const { i18n } = useLingui();
  const { state, activatesAt, timezone } = door;
  const opens = activatesAt ? formatDayTime(activatesAt, { locale: i18n.locale, timezone }) : '';
  if (state === 'active')
    return (
      <Badge tone="ok" quiet>
        <Trans>Active</Trans>
      </Badge>
    );
  if (state === 'not_active')
    return (
      <Badge tone="info">
        <Trans>From {opens}</Trans>
      </Badge>
    );
  return (
    <Badge tone="neutral">
      <Trans>Expired</Trans>
    </Badge>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
