import type { EventState } from '@entrada/contract/catalog/events';
import type { Organizer } from '@entrada/contract/catalog/organizers';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSession } from '../kit/data/session.ts';
import { useNarrow } from '../kit/display/use-narrow.ts';
import { DuplicateDrawer } from '../kit/event-actions/duplicate/late-drawer.ts';
import { PageHeader } from '../kit/frame/page.tsx';
import { AddButton, ListFrame } from '../kit/list/page.tsx';
import { RowTools } from '../kit/list/row-tools.tsx';
import { SearchBox } from '../kit/list/search-box.tsx';
import { SortMenu, type SortOption } from '../kit/list/toolbar.tsx';
import { useColumns } from '../kit/list/use-columns.ts';
import { useListPage } from '../kit/list/use-list-page.ts';
import { AccountFigures } from './account-figures.tsx';
import { useWaitingOrders } from './api.ts';
import { ChosenEvents } from './chosen.tsx';
import styles from './events.module.css';
import { NewEventDrawer } from './new/late-drawer.ts';
import { NoEvents } from './no-events.tsx';
import { OrganizerFilter } from './organizer-filter.tsx';
import { eventSource, latest, soonest } from './reads.ts';
import { EventRowSkeletons, EventRows, useEventColumns } from './rows.tsx';
import { EventTabs } from './tabs.tsx';

type EventsViewProps = {
  state: EventState;
  /** The address without a tab. */
  path: string;
  /** Shows only the events of this organizer. */
  organizer?: Organizer;
  title: ReactNode;
  /** The parts of the title in the browser's tab. */
  tab: string[];
  /** Other actions, before the search. */
  actions?: ReactNode;
};

/** The list of the events of the account or of one organizer, with tabs by time, search, sorting and actions. */
export function EventsView({ state, path, organizer, title, tab, actions }: EventsViewProps) {
  const { t } = useLingui();
  const { may, organizers } = useSession();
  const isNarrow = useNarrow();
  const mayWrite = may('events.write');
  const mayCreate = may('events.create');
  const page = useListPage({
    id: 'events',
    ...eventSource({ state, ...(organizer && { organizerId: organizer.id }) }),
    mayChoose: mayWrite,
  });
  const { list, drawer, selection, choosing } = page;
  const columns = useColumns(page.id, useEventColumns());
  const waiting = useWaitingOrders(may('orders.read')).data;
  const counts = list.result.data?.counts;
  const sorts: SortOption[] = [
    { ...soonest, label: t`Soonest first` },
    { ...latest, label: t`Latest first` },
    { by: 'title', direction: 'asc', label: t`Title A–Z` },
    { by: 'created_at', direction: 'desc', label: t`Newest first` },
  ];
  const newEvent = mayCreate && <AddButton page={page} label={t`New event`} />;
  const isNarrowed = list.filterValue('organizer_id') !== undefined;
  const hasNone = !isNarrowed && counts !== undefined && Object.values(counts).every((count) => count === 0);
  const copied = /^duplicate-([1-9][0-9]{0,14})$/.exec(drawer.opened ?? '')?.[1];
  const figures = !organizer && may('orders.read') && <AccountFigures />;
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
      {!isNarrow && figures}
      <div className={styles.bar}>
        <EventTabs state={state} path={path} organizerId={list.filterValue('organizer_id')} counts={counts} />
        <span className={styles.barSort} data-symbols>
          {!organizer && organizers.length > 1 && <OrganizerFilter list={list} organizers={organizers} />}
          {!hasNone && <RowTools columns={columns} selection={list.rows.length > 0 ? selection : null} />}
          <SortMenu list={list} sorts={sorts} variant="subtle" />
        </span>
      </div>
      <ListFrame
        page={page}
        skeleton={<EventRowSkeletons />}
        empty={<NoEvents state={state} hasNone={hasNone} action={newEvent} />}
        noMatch={<Trans>No events match.</Trans>}
        bulk={<ChosenEvents page={page} state={state} />}
        ahead={(opens) => opens === 'new' && NewEventDrawer.ahead()}
      >
        <EventRows
          rows={list.rows}
          byMonth={list.view.sortBy === 'starts_at'}
          showsOrganizer={!organizer && organizers.length > 1}
          columns={columns}
          selection={choosing}
          waiting={waiting}
          duplicate={(event) => drawer.open(`duplicate-${event.id}`)}
        />
      </ListFrame>
      {/* On a phone the list comes first. The figures tell nothing to do. */}
      {isNarrow && figures}
      {mayCreate && drawer.opened === 'new' && (
        <NewEventDrawer opened close={drawer.close} {...(organizer && { organizerId: organizer.id })} />
      )}
      {mayCreate && copied && <DuplicateDrawer key={copied} eventId={Number(copied)} close={drawer.close} />}
    </div>
  );
}
