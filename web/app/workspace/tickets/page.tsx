import type { Ticket } from '@entrada/contract/catalog/tickets';
import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useEvent } from '../kit/data/event.ts';
import { useSession } from '../kit/data/session.ts';
import { useChange } from '../kit/data/use-change.ts';
import { PageError } from '../kit/frame/page-error.tsx';
import { lateDrawer } from '../kit/late/drawer.tsx';
import { ListPage } from '../kit/list/page.tsx';
import { useListPage } from '../kit/list/use-list-page.ts';
import { useDeleteRow } from '../kit/list/use-row-actions.ts';
import { onNewPath, readInBrowser, readOnServer } from '../kit/reading/reads.ts';
import { copyTicket, isHomepageOrder, reads, removeTicket, ticketSource, touchedByTickets } from './api.ts';
import { ChosenTickets } from './chosen.tsx';
import { inGroups, TicketGroups } from './groups.tsx';
import { useTicketChoices } from './use-choices.ts';

export const loader = readOnServer(reads);
export const clientLoader = readInBrowser(reads);
export const shouldRevalidate = onNewPath;

const TicketDrawer = lateDrawer(async () => (await import('./drawer.tsx')).TicketDrawer);

export default function TicketsPage() {
  const { t } = useLingui();
  const event = useEvent();
  const isArchived = event.status === 'archived';
  const maySell = useSession().may('tickets.write');
  const mayWrite = maySell && !isArchived;
  const page = useListPage({
    id: 'tickets',
    ...ticketSource(event.id),
    mayChoose: mayWrite,
    arrange: (rows) => inGroups(rows).flat(),
  });
  const { open } = page.drawer;
  const onDelete = useDeleteRow({
    page,
    run: (ticket: Ticket) => removeTicket(event.id, ticket.id),
    invalidates: touchedByTickets(event.id),
    ask: (ticket) => ({
      title: t`Delete this ticket?`,
      text: <Trans>{ticket.name} disappears from the event. Nobody has bought it yet.</Trans>,
      keep: t`Keep ticket`,
      confirm: t`Delete ticket`,
    }),
    says: (ticket) => t`${ticket.name} is deleted.`,
  });
  const { start: startCopying } = useChange({
    run: (ticket: Ticket) => copyTicket(event.id, ticket.id, copyName(t`${ticket.name} (copy)`)),
    invalidates: () => touchedByTickets(event.id),
    success: (made) => t`${made.name} is hidden from everyone until you show it.`,
    onDone: (made) => open(made.id),
  });
  const actions = useMemo(
    () => ({
      onEdit: (ticket: Ticket) => open(ticket.id),
      onDuplicate: (ticket: Ticket) => void startCopying(ticket),
      onDelete,
    }),
    [open, startCopying, onDelete],
  );
  return (
    <ListPage
      page={page}
      title={t`Tickets`}
      searchLabel={t`Search tickets`}
      {...useTicketChoices()}
      add={
        maySell && {
          label: t`New ticket`,
          blocked: isArchived ? t`Restore the event first.` : undefined,
        }
      }
      noMatch={<Trans>No tickets match.</Trans>}
      empty={{
        title: <Trans>Add your first ticket</Trans>,
        text: (
          <Trans>
            You need at least one ticket before you can publish. It can be free, paid, a donation, or sold in
            price tiers.
          </Trans>
        ),
      }}
      columns={[
        { key: 'ticket', header: <Trans>Ticket</Trans> },
        { key: 'price', header: <Trans>Price</Trans> },
        { key: 'status', header: <Trans>Status</Trans> },
        { key: 'sold', header: <Trans>Sold</Trans> },
      ]}
      rows={(has) => <TicketGroups page={page} mayWrite={mayWrite} actions={actions} has={has} />}
      isWhole={isHomepageOrder(page.list.params)}
      bulk={<ChosenTickets page={page} />}
      ahead={TicketDrawer.ahead}
      drawer={mayWrite && ((opened) => <TicketDrawer {...opened} />)}
    />
  );
}

/** Cuts the name of a copy to the maximum length of a name. It still differs from the original's name. */
function copyName(name: string): string {
  return name.length <= LIMITS.name ? name : `${name.slice(0, LIMITS.name - 1)}…`;
}

export function ErrorBoundary() {
  return <PageError />;
}
