import { EVENT_STATES, type EventState, eventListRules } from '@entrada/contract/events';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { data, Link, type LoaderFunctionArgs, useParams } from 'react-router';
import { formatCount } from '../../platform/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { GhostStub } from '../../ui/ghost-stub.tsx';
import { keys } from '../keys.ts';
import { ListBody } from '../list/list-body.tsx';
import { Pages } from '../list/pages.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { SortMenu, type SortOption } from '../list/toolbar.tsx';
import { useList } from '../list/use-list.ts';
import { useDrawerParam } from '../shell/drawer-param.ts';
import { PageHeader } from '../shell/page.tsx';
import { PageError } from '../shell/page-error.tsx';
import { useSession } from '../shell/session.ts';
import { loadEvents } from './api.ts';
import { EventRowSkeletons, EventRows } from './event-rows.tsx';
import styles from './events.module.css';
import { NewEventDrawer } from './new-event-drawer.tsx';

const soonest = { by: 'starts_at', direction: 'asc' } as const;
const latest = { by: 'starts_at', direction: 'desc' } as const;

function isState(value: string): value is EventState {
  return EVENT_STATES.some((state) => state === value);
}

export function loader({ params }: LoaderFunctionArgs) {
  const { eventsState } = params;
  if (eventsState && !isState(eventsState)) throw data({ code: 'NOT_FOUND' }, { status: 404 });
  return null;
}

export default function EventsPage() {
  const { t, i18n } = useLingui();
  const { may } = useSession();
  const drawer = useDrawerParam();
  const { eventsState = '' } = useParams();
  const state: EventState = isState(eventsState) ? eventsState : 'upcoming';
  const list = useList({
    rules: eventListRules,
    defaultSort: state === 'ended' || state === 'archived' ? latest : soonest,
    fixed: { 'filter_fields[state][eq]': state },
    queryKey: keys.eventList,
    load: loadEvents,
  });
  const counts = list.result.data?.counts;
  const tabs: Record<EventState, string> = {
    upcoming: t`Upcoming`,
    ongoing: t`Ongoing`,
    ended: t`Ended`,
    archived: t`Archived`,
  };
  const sorts: SortOption[] = [
    { ...soonest, label: t`Soonest first` },
    { ...latest, label: t`Latest first` },
    { by: 'title', direction: 'asc', label: t`Title A–Z` },
    { by: 'created_at', direction: 'desc', label: t`Newest first` },
  ];
  const newEvent = may('events.write') && (
    <Button
      variant="primary"
      leftSection={<IconPlus size={18} stroke={2} />}
      onClick={() => drawer.open('new')}
    >
      <Trans>New event</Trans>
    </Button>
  );
  const hasNone = counts !== undefined && Object.values(counts).every((count) => count === 0);
  return (
    <div className={styles.page}>
      <PageHeader
        title={<Trans>Events</Trans>}
        tab={[t`Events`]}
        actions={
          <>
            <SearchBox key={state} list={list} label={t`Search events`} className={styles.search} />
            {(counts !== undefined || list.result.isError) && !hasNone && newEvent}
          </>
        }
      />
      <div className={styles.bar}>
        <nav className={styles.tabs} aria-label={t`Events by time`}>
          {EVENT_STATES.map((one) => (
            <Link
              key={one}
              to={one === 'upcoming' ? '/manage/events' : `/manage/events/${one}`}
              aria-current={one === state ? 'page' : undefined}
            >
              {tabs[one]}{' '}
              {counts && (
                <span className={styles.tabCount}>{formatCount(counts[one] ?? 0, i18n.locale)}</span>
              )}
            </Link>
          ))}
        </nav>
        <span className={styles.barSort}>
          <SortMenu list={list} sorts={sorts} variant="subtle" />
        </span>
      </div>
      <ListBody
        list={list}
        skeleton={<EventRowSkeletons />}
        empty={<NoEvents state={state} hasNone={hasNone} action={newEvent} />}
        noMatch={<Trans>No events match.</Trans>}
      >
        <EventRows rows={list.rows} byMonth={list.view.sortBy === 'starts_at'} />
      </ListBody>
      <Pages list={list} />
      {may('events.write') && <NewEventDrawer opened={drawer.opened === 'new'} close={drawer.close} />}
    </div>
  );
}

function NoEvents({
  state,
  hasNone,
  action,
}: {
  state: EventState;
  hasNone: boolean;
  action: React.ReactNode;
}) {
  if (hasNone) {
    return (
      <EmptyState drawing={<GhostStub />} title={<Trans>Create your first event</Trans>} action={action}>
        <Trans>Give it a name and a date. Tickets, the page and the door list follow from there.</Trans>
      </EmptyState>
    );
  }
  const words: Record<EventState, React.ReactNode> = {
    upcoming: <Trans>Nothing is coming up.</Trans>,
    ongoing: <Trans>Nothing is on right now.</Trans>,
    ended: <Trans>No event has ended yet.</Trans>,
    archived: <Trans>Nothing is archived.</Trans>,
  };
  return <p className={styles.none}>{words[state]}</p>;
}

export function ErrorBoundary() {
  return <PageError />;
}
