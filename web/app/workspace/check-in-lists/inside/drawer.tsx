import { WORKSPACE_DEVICE } from '@entrada/contract/constants';
import type { PersonInside } from '@entrada/contract/door/inside';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDayTime } from '../../../platform/i18n/format.ts';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { useEvent } from '../../kit/data/event.ts';
import { keys } from '../../kit/data/keys.ts';
import { SideDrawer } from '../../kit/dialogs/side-drawer.tsx';
import { LoadFailed } from '../../kit/display/load-failed.tsx';
import styles from '../log/log.module.css';
import { loadInside } from './api.ts';

const DEBOUNCE_MS = 300;
/** Entries arrive as they happen. Without that connection, so often. */
const REFRESH_MS = 15_000;

/** Who is inside by a check-in list now, the last to come in first. */
export function InsideDrawer({ listId, close }: { listId: number; close: () => void }) {
  const { t } = useLingui();
  const { id: eventId, timezone } = useEvent();
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const inside = useInfiniteQuery({
    queryKey: keys.checkInInside(eventId, listId, { query }),
    queryFn: ({ pageParam, signal }) => loadInside({ eventId, listId, query }, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ meta }, pages) => (pages.length < meta.lastPage ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  // Somebody who comes in meanwhile moves the others to the next page.
  const people = inside.data && [
    ...new Map(inside.data.pages.flatMap(({ data }) => data.map((one) => [one.attendeeId, one]))).values(),
  ];
  const total = inside.data?.pages[0]?.meta.total ?? 0;
  return (
    <SideDrawer opened onClose={close} title={t`Who is inside`}>
      <div className={styles.drawer}>
        <TextInput
          aria-label={t`Name or reference`}
          placeholder={t`Name or reference`}
          leftSection={<IconSearch size={18} stroke={1.75} />}
          value={typed}
          onChange={(change) => setTyped(change.currentTarget.value)}
        />
        <span className={styles.quiet} role="status">
          {people && <Plural value={total} one="# person inside" other="# people inside" />}
        </span>
        {inside.isError && <LoadFailed error={inside.error} retry={() => void inside.refetch()} />}
        {!people && !inside.isError && <Skeleton height={240} />}
        {people?.length === 0 && (
          <p className={styles.quiet}>
            {query === '' ? (
              <Trans>Nobody is inside by this list.</Trans>
            ) : (
              <Trans>Nobody inside matches.</Trans>
            )}
          </p>
        )}
        {people && people.length > 0 && (
          <ol className={styles.list}>
            {people.map((person) => (
              <Person key={person.attendeeId} person={person} timezone={timezone} />
            ))}
          </ol>
        )}
        {inside.hasNextPage && (
          <Button loading={inside.isFetchingNextPage} onClick={() => void inside.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        )}
      </div>
    </SideDrawer>
  );
}

function Person({ person, timezone }: { person: PersonInside; timezone: string }) {
  const { i18n, t } = useLingui();
  const since = formatDayTime(person.since, { locale: i18n.locale, timezone });
  const device = person.device === WORKSPACE_DEVICE ? t`Workspace` : person.device;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <b className={styles.name}>{person.name}</b>
        <time dateTime={person.since} className={styles.time}>
          <Trans>Since {since}</Trans>
        </time>
      </div>
      <div className={styles.quiet}>
        {[person.ticket, person.reference, device].filter((one) => one !== '').join(' · ')}
      </div>
    </li>
  );
}
