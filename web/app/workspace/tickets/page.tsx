import { type Ticket, ticketListRules } from '@entrada/contract/catalog/tickets';
import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { GhostStub } from '../../ui/brand/ghost-stub.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { useEvent } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { useSession } from '../kit/data/session.ts';
import { useChange } from '../kit/data/use-change.ts';
import { askFirst } from '../kit/frame/confirm.tsx';
import { useDrawerParam } from '../kit/frame/drawer-param.ts';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { ListBody } from '../kit/list/body.tsx';
import { Pages } from '../kit/list/pages.tsx';
import { useReturnToRow } from '../kit/list/row-link.tsx';
import { RowTools } from '../kit/list/row-tools.tsx';
import { type FilterField, type SortOption, Toolbar } from '../kit/list/toolbar.tsx';
import { type ColumnChoice, useColumns } from '../kit/list/use-columns.ts';
import { useList } from '../kit/list/use-list.ts';
import { useSelection } from '../kit/selection/use-selection.ts';
import { orderWithin } from '../kit/sortable/order.ts';
import { useSorted } from '../kit/sortable/use-sorted.ts';
import {
  copyTicket,
  isHomepageOrder,
  loadTickets,
  removeTicket,
  saveOrder,
  touchedByTickets,
} from './api.ts';
import { ChosenTickets } from './chosen.tsx';
import { TicketDrawer } from './drawer.tsx';
import { TicketRows } from './rows.tsx';
import styles from './tickets.module.css';

export default function TicketsPage() {
  const { t } = useLingui();
  const event = useEvent();
  const isArchived = event.status === 'archived';
  const maySell = useSession().may('tickets.write');
  const mayWrite = maySell && !isArchived;
  const drawer = useDrawerParam();
  useReturnToRow(drawer.opened);
  const choices = useTicketChoices();
  const columns = useColumns('tickets', useTicketColumns());
  const list = useList({
    rules: ticketListRules,
    queryKey: (params) => keys.ticketList(event.id, params),
    load: (params, signal) => loadTickets(event.id, params, signal),
  });
  const remove = useChange({
    run: (ticket: Ticket) => removeTicket(event.id, ticket.id),
    invalidates: () => touchedByTickets(event.id),
    success: (_, ticket) => t`${ticket.name} is deleted.`,
    onDone: (_, ticket) => selection.rows.kind === 'some' && selection.set(ticket.id, false, false),
  });
  const { start: startRemoving } = remove;
  const askDelete = useCallback(
    (ticket: Ticket) =>
      askFirst({
        title: t`Delete this ticket?`,
        text: <Trans>{ticket.name} disappears from the event. Nobody has bought it yet.</Trans>,
        keep: t`Keep ticket`,
        confirm: t`Delete ticket`,
        run: () => startRemoving(ticket),
      }),
    [t, startRemoving],
  );
  const copy = useChange({
    run: (ticket: Ticket) => copyTicket(event.id, ticket.id, copyName(t`${ticket.name} (copy)`)),
    invalidates: () => touchedByTickets(event.id),
    success: (made) => t`${made.name} is hidden from everyone until you show it.`,
    onDone: (made) => drawer.open(made.id),
  });
  const { start: startCopying } = copy;
  const { open } = drawer;
  const actions = useMemo(
    () => ({
      onEdit: (ticket: Ticket) => open(ticket.id),
      onDuplicate: (ticket: Ticket) => void startCopying(ticket),
      onDelete: askDelete,
    }),
    [open, startCopying, askDelete],
  );
  const newTicket = maySell && (
    <Button
      variant="primary"
      disabled={isArchived}
      title={isArchived ? t`Restore the event first.` : undefined}
      leftSection={<IconPlus size={18} stroke={2} />}
      onClick={() => drawer.open('new')}
    >
      <Trans>New ticket</Trans>
    </Button>
  );
  const hasNone = list.result.isSuccess && list.rows.length === 0 && !list.isFiltered;
  const isSorting = isHomepageOrder(list.params);
  const canSort = isSorting && mayWrite && !list.result.isPlaceholderData;
  const { rows, sort } = useSorted({
    rows: list.rows,
    idOf,
    save: (ids) => saveOrder(event.id, ids),
    invalidates: touchedByTickets(event.id),
    saved: t`The order is saved.`,
    refused: t`Tickets were added or deleted meanwhile. The list is up to date now: try again.`,
  });
  const shown = rows.filter((ticket) => !isSecret(ticket));
  const secret = rows.filter(isSecret);
  // A range is chosen as the rows stand there: over both groups.
  const selection = useSelection({ ...list, rows: [...shown, ...secret] }, idOf);
  const isSelecting = mayWrite && selection.isSelecting;
  const frame = { currency: event.currency, timezone: event.timezone, mayWrite };
  const sortWithin = (ids: number[]) => sort(orderWithin(rows.map(idOf), ids));
  const group = { ...frame, ...actions, canSort, onSort: sortWithin, selection: mayWrite ? selection : null };
  return (
    <>
      <PageHeader
        title={<Trans>Tickets</Trans>}
        tab={[t`Tickets`, event.title]}
        count={hasNone ? undefined : list.meta?.total}
        actions={!list.result.isPending && !hasNone && newTicket}
      />
      {!hasNone && (
        <Toolbar
          list={list}
          searchLabel={t`Search tickets`}
          tools={<RowTools columns={columns} selection={mayWrite && list.rows.length > 0 && selection} />}
          {...choices}
        />
      )}
      <ListBody
        list={list}
        noMatch={<Trans>No tickets match.</Trans>}
        empty={
          <EmptyState drawing={<GhostStub />} title={<Trans>Add your first ticket</Trans>} action={newTicket}>
            <Trans>
              You need at least one ticket before you can publish. It can be free, paid, a donation, or sold
              in price tiers.
            </Trans>
          </EmptyState>
        }
      >
        <div data-without={HIDEABLE.filter((key) => !columns.has(key)).join(' ')}>
          {shown.length > 0 && (
            <Group
              title={<Trans>On the event page</Trans>}
              hint={
                <OrderHint {...{ canSort, isSelecting, isFiltered: list.isFiltered, isOrdered: isSorting }} />
              }
            >
              <TicketRows tickets={shown} {...group} />
            </Group>
          )}
          {secret.length > 0 && (
            <Group
              title={<Trans context="tickets">Hidden</Trans>}
              hint={<Trans>Buyers only see these with a promo code, or not at all</Trans>}
            >
              <TicketRows tickets={secret} {...group} />
            </Group>
          )}
        </div>
      </ListBody>
      {!isSorting && <Pages list={list} />}
      {mayWrite && <ChosenTickets selection={selection} params={list.params} />}
      {mayWrite && drawer.opened !== null && (
        <TicketDrawer key={drawer.opened} which={drawer.opened} close={drawer.close} />
      )}
    </>
  );
}

const idOf = (ticket: Ticket) => ticket.id;
const isSecret = (ticket: Ticket) => ticket.hidden || ticket.hideWithoutPromoCode;

type OrderHintProps = { canSort: boolean; isSelecting: boolean; isFiltered: boolean; isOrdered: boolean };

/** How the order can be changed, or why not now. */
function OrderHint({ canSort, isSelecting, isFiltered, isOrdered }: OrderHintProps) {
  if (canSort && isSelecting) return <Trans>Finish selecting to change the order</Trans>;
  if (canSort) return <Trans>Drag to change the order buyers see</Trans>;
  if (isFiltered) return <Trans>Clear search and filters to change the order</Trans>;
  if (!isOrdered) return <Trans>Sort by homepage order to change it</Trans>;
  return null;
}

/** Within the length of a name, and still told apart from the original. */
function copyName(name: string): string {
  return name.length <= LIMITS.name ? name : `${name.slice(0, LIMITS.name - 1)}…`;
}

function Group({ title, hint, children }: { title: ReactNode; hint?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <div className={styles.groupHead}>
        <h2>{title}</h2>
        {hint && <span className={styles.detail}>{hint}</span>}
      </div>
      {children}
    </section>
  );
}

const HIDEABLE = ['price', 'status', 'sold'] as const;

function useTicketColumns(): ColumnChoice[] {
  const { t } = useLingui();
  return [
    { key: 'ticket', header: t`Ticket` },
    { key: 'price', header: t`Price` },
    { key: 'status', header: t`Status` },
    { key: 'sold', header: t`Sold` },
  ];
}

function useTicketChoices(): { filters: FilterField[]; sorts: SortOption[] } {
  const { t } = useLingui();
  return {
    filters: [
      {
        field: 'type',
        label: t`Type`,
        operator: 'in',
        options: [
          { value: 'free', label: t`Free` },
          { value: 'paid', label: t`Paid` },
          { value: 'donation', label: t`Donation` },
          { value: 'tiered', label: t`Tiered` },
        ],
      },
      {
        field: 'hidden',
        label: t`Hidden`,
        operator: 'eq',
        options: [
          { value: 'true', label: t`Hidden from everyone` },
          { value: 'false', label: t`Not hidden` },
        ],
      },
    ],
    sorts: [
      { by: 'position', direction: 'asc', label: t`Homepage order` },
      { by: 'name', direction: 'asc', label: t`Name A–Z` },
      { by: 'created_at', direction: 'desc', label: t`Newest first` },
    ],
  };
}

export function ErrorBoundary() {
  return <PageError />;
}
