import type { Ticket } from '@entrada/contract/catalog/tickets';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEvent } from '../kit/data/event.ts';
import type { HasColumn } from '../kit/list/page.tsx';
import type { ListPageState } from '../kit/list/use-list-page.ts';
import { Group } from '../kit/sortable/group.tsx';
import { orderWithin } from '../kit/sortable/order.ts';
import { useSorted } from '../kit/sortable/use-sorted.ts';
import { isHomepageOrder, saveOrder, touchedByTickets } from './api.ts';
import { type TicketActions, TicketRows } from './rows.tsx';

const HIDEABLE = ['price', 'status', 'sold'] as const;

const idOf = (ticket: Ticket) => ticket.id;
const isSecret = (ticket: Ticket) => ticket.hidden || ticket.hideWithoutPromoCode;

/** First the tickets that everyone sees, then those that only some people or nobody can see. */
export const inGroups = (rows: Ticket[]): [Ticket[], Ticket[]] => [
  rows.filter((ticket) => !isSecret(ticket)),
  rows.filter(isSecret),
];

type TicketGroupsProps = {
  page: ListPageState<Ticket>;
  mayWrite: boolean;
  actions: TicketActions;
  has: HasColumn;
};

/** The tickets in two groups. In homepage order the rows can be moved. */
export function TicketGroups({ page, mayWrite, actions, has }: TicketGroupsProps) {
  const { t } = useLingui();
  const event = useEvent();
  const { list, choosing } = page;
  const isOrdered = isHomepageOrder(list.params);
  const canSort = isOrdered && mayWrite && !list.result.isPlaceholderData;
  const { rows, sort } = useSorted({
    rows: list.rows,
    idOf,
    save: (ids) => saveOrder(event.id, ids),
    invalidates: touchedByTickets(event.id),
    saved: t`The order is saved.`,
    refused: t`Tickets were added or deleted meanwhile. The list is up to date now: try again.`,
  });
  const [shown, secret] = inGroups(rows);
  const group = {
    currency: event.currency,
    timezone: event.timezone,
    mayWrite,
    ...actions,
    canSort,
    onSort: (ids: number[]) => sort(orderWithin(rows.map(idOf), ids)),
    selection: choosing,
  };
  return (
    <div data-without={HIDEABLE.filter((key) => !has(key)).join(' ')}>
      {shown.length > 0 && (
        <Group
          title={<Trans>On the event page</Trans>}
          hint={
            <OrderHint
              canSort={canSort}
              isSelecting={choosing !== null}
              isFiltered={list.isFiltered}
              isOrdered={isOrdered}
            />
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
  );
}

type OrderHintProps = { canSort: boolean; isSelecting: boolean; isFiltered: boolean; isOrdered: boolean };

/** How to change the order, or why that is not possible now. */
function OrderHint({ canSort, isSelecting, isFiltered, isOrdered }: OrderHintProps) {
  if (canSort && isSelecting) return <Trans>Finish selecting to change the order</Trans>;
  if (canSort) return <Trans>Drag to change the order buyers see</Trans>;
  if (isFiltered) return <Trans>Clear search and filters to change the order</Trans>;
  if (!isOrdered) return <Trans>Sort by homepage order to change it</Trans>;
  return null;
}
