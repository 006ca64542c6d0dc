import { EVENT_STATES, type EventState, eventListRules } from '@entrada/contract/catalog/events';
import type { Organizer } from '@entrada/contract/catalog/organizers';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../platform/i18n/format.ts';
import { keys } from '../kit/data/keys.ts';
import { useSession } from '../kit/data/session.ts';
import { useCurrentInView } from '../kit/display/use-current-in-view.ts';
import { DuplicateDrawer } from '../kit/event-actions/duplicate-drawer.tsx';
import { useDrawerParam } from '../kit/frame/drawer-param.ts';
import { PageHeader } from '../kit/frame/page.tsx';
import { ListBody } from '../kit/list/body.tsx';
import { Pages } from '../kit/list/pages.tsx';
import { useReturnToRow } from '../kit/list/row-link.tsx';
import { RowTools } from '../kit/list/row-tools.tsx';
import { SearchBox } from '../kit/list/search-box.tsx';
import { SortMenu, type SortOption } from '../kit/list/toolbar.tsx';
import { useColumns } from '../kit/list/use-columns.ts';
import { useList } from '../kit/list/use-list.ts';
import { useSelection } from '../kit/selection/use-selection.ts';
import { loadEvents } from './api.ts';
import { ChosenEvents } from './chosen.tsx';
import styles from './events.module.css';
import { NewEventDrawer } from './new-event-drawer.tsx';
import { NoEvents } from './no-events.tsx';
import { OrganizerFilter } from './organizer-filter.tsx';
import { EventRowSkeletons, EventRows, useEventColumns } from './rows.tsx';

const soonest = { by: 'starts_at', direction: 'asc' } as const;
const latest = { by: 'starts_at', direction: 'desc' } as const;

/** Reads the tab from an address; the first one where it names none, undefined where there is no such tab. */
export function readState(text: string | undefined): EventState | undefined {
  if (text === undefined) return 'upcoming';
  return EVENT_STATES.find((state) => state === text);
}

type EventsViewProps = {
  state: EventState;
  /** The address without a tab. */
  path: string;
  /** Only the events of this organizer. */
  organizer?: Organizer;
  title: ReactNode;
  /** What the browser's tab says. */
  tab: string[];
  /** More to do, before the search. */
  actions?: ReactNode;
};

/** The events of the account or of one organizer: by time, searched and sorted, with what can be done to each. */
export function EventsView({ state, path, organizer, title, tab, actions }: EventsViewProps) {
  const { t, i18n } = useLingui();
  const { may, organizers } = useSession();
  const drawer = useDrawerParam();
  useReturnToRow(drawer.opened);
  const list = useList({
    rules: eventListRules,
    defaultSort: state === 'ended' || state === 'archived' ? latest : soonest,
    fixed: {
      'filter_fields[state][eq]': state,
      ...(organizer && { 'filter_fields[organizer_id][eq]': String(organizer.id) }),
    },
    queryKey: keys.eventList,
    load: loadEvents,
  });
  const columns = useColumns('events', useEventColumns());
  // Another tab lets go of what was chosen, as other filters do.
  const tabFilter = { field: 'state', operator: 'eq', value: state } as const;
  const within = { ...list.view, filters: [...list.view.filters, tabFilter] };
  const selection = useSelection({ ...list, view: within }, (event) => event.id);
  const counts = list.result.data?.counts;
  // Their figures make the tabs wider.
  const nav = useCurrentInView(counts ? state : '');
  const tabs: Record<EventState, string> = {
    upcoming: t({ message: 'Upcoming', context: 'events' }),
    ongoing: t({ message: 'Ongoing', context: 'events' }),
    ended: t({ message: 'Ended', context: 'events' }),
    archived: t({ message: 'Archived', context: 'events' }),
  };
  const sorts: SortOption[] = [
    { ...soonest, label: t`Soonest first` },
    { ...latest, label: t`Latest first` },
    { by: 'title', direction: 'asc', label: t`Title A–Z` },
    { by: 'created_at', direction: 'desc', label: t`Newest first` },
  ];
  const mayWrite = may('events.write');
  const newEvent = mayWrite && (
    <Button
      variant="primary"
      leftSection={<IconPlus size={18} stroke={2} />}
      onClick={() => drawer.open('new')}
    >
      <Trans>New event</Trans>
    </Button>
  );
  const isNarrowed = list.filterValue('organizer_id') !== undefined;
  const hasNone = !isNarrowed && counts !== undefined && Object.values(counts).every((count) => count === 0);
  const copied = /^duplicate-([1-9][0-9]{0,14})$/.exec(drawer.opened ?? '')?.[1];
  const search = keptSearch(list.filterValue('organizer_id'));
  return (
    <div className={styles.page}>
      <PageHeader
        title={title}
        tab={tab}
        actions={
          <>
            {actions}
            <SearchBox key={state} list={list} label={t`Search events`} className={styles.search} />
            {(counts !== undefined || list.result.isError) && !hasNone && newEvent}
          </>
        }
      />
      <div className={styles.bar}>
        <nav ref={nav} className={styles.tabs} aria-label={t`Events by time`}>
          {EVENT_STATES.map((one) => (
            <Link
              key={one}
              to={`${one === 'upcoming' ? path : `${path}/${one}`}${search}`}
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
          {!organizer && organizers.length > 1 && <OrganizerFilter list={list} organizers={organizers} />}
          {!hasNone && (
            <RowTools columns={columns} selection={mayWrite && list.rows.length > 0 && selection} />
          )}
          <SortMenu list={list} sorts={sorts} variant="subtle" />
        </span>
      </div>
      <ListBody
        list={list}
        skeleton={<EventRowSkeletons />}
        empty={<NoEvents state={state} hasNone={hasNone} action={newEvent} />}
        noMatch={<Trans>No events match.</Trans>}
      >
        <EventRows
          rows={list.rows}
          byMonth={list.view.sortBy === 'starts_at'}
          showsOrganizer={!organizer && organizers.length > 1}
          columns={columns}
          selection={mayWrite && selection.isSelecting ? selection : null}
          duplicate={(event) => drawer.open(`duplicate-${event.id}`)}
        />
      </ListBody>
      <Pages list={list} />
      {mayWrite && <ChosenEvents selection={selection} state={state} params={list.params} />}
      {mayWrite && (
        <NewEventDrawer
          opened={drawer.opened === 'new'}
          close={drawer.close}
          {...(organizer && { organizerId: organizer.id })}
        />
      )}
      {mayWrite && copied && <DuplicateDrawer key={copied} eventId={Number(copied)} close={drawer.close} />}
    </div>
  );
}

/** The organizer that was chosen stays chosen from tab to tab. */
function keptSearch(organizerId: string | undefined): string {
  return organizerId === undefined
    ? ''
    : `?${new URLSearchParams({ 'filter_fields[organizer_id][eq]': organizerId })}`;
}
