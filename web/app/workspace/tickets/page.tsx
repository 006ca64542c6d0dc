import { type Ticket, ticketListRules } from '@entrada/contract/tickets';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { GhostStub } from '../../ui/ghost-stub.tsx';
import { keys } from '../keys.ts';
import { ListBody } from '../list/list-body.tsx';
import { Pages } from '../list/pages.tsx';
import { type FilterField, type SortOption, Toolbar } from '../list/toolbar.tsx';
import { useList } from '../list/use-list.ts';
import { askFirst } from '../shell/confirm.tsx';
import { useDrawerParam } from '../shell/drawer-param.ts';
import { useEvent } from '../shell/event.ts';
import { PageHeader } from '../shell/page.tsx';
import { PageError } from '../shell/page-error.tsx';
import { useSession } from '../shell/session.ts';
import { useChange } from '../shell/use-change.ts';
import { loadTickets, removeTicket, touchedByTickets } from './api.ts';
import { TicketDrawer } from './ticket-drawer.tsx';
import { TicketRows } from './ticket-rows.tsx';
import styles from './tickets.module.css';

export default function TicketsPage() {
  const { t } = useLingui();
  const event = useEvent();
  const mayWrite = useSession().may('tickets.write');
  const drawer = useDrawerParam();
  const choices = useTicketChoices();
  const list = useList({
    rules: ticketListRules,
    queryKey: (params) => keys.ticketList(event.id, params),
    load: (params, signal) => loadTickets(event.id, params, signal),
  });
  const remove = useChange({
    run: (ticket: Ticket) => removeTicket(event.id, ticket.id),
    invalidates: () => touchedByTickets(event.id),
    success: (_, ticket) => t`${ticket.name} is deleted.`,
  });
  const askDelete = (ticket: Ticket) =>
    askFirst({
      title: t`Delete this ticket?`,
      text: <Trans>{ticket.name} disappears from the event. Nobody has bought it yet.</Trans>,
      keep: t`Keep ticket`,
      confirm: t`Delete ticket`,
      run: () => remove.start(ticket),
    });
  const newTicket = mayWrite && (
    <Button
      variant="primary"
      leftSection={<IconPlus size={18} stroke={2} />}
      onClick={() => drawer.open('new')}
    >
      <Trans>New ticket</Trans>
    </Button>
  );
  const hasNone = list.result.isSuccess && list.rows.length === 0 && !list.isFiltered;
  const rows = {
    currency: event.currency,
    timezone: event.timezone,
    mayWrite,
    onEdit: (ticket: Ticket) => drawer.open(ticket.id),
    onDelete: askDelete,
  };
  const isSecret = (ticket: Ticket) => ticket.hidden || ticket.hideWithoutPromoCode;
  const shown = list.rows.filter((ticket) => !isSecret(ticket));
  const secret = list.rows.filter(isSecret);
  return (
    <>
      <PageHeader
        title={<Trans>Tickets</Trans>}
        tab={[t`Tickets`, event.title]}
        count={hasNone ? undefined : list.meta?.total}
        actions={!list.result.isPending && !hasNone && newTicket}
      />
      {!hasNone && <Toolbar list={list} searchLabel={t`Search tickets`} {...choices} />}
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
        {shown.length > 0 && (
          <Group title={<Trans>On the event page</Trans>}>
            <TicketRows tickets={shown} {...rows} />
          </Group>
        )}
        {secret.length > 0 && (
          <Group
            title={<Trans>Hidden</Trans>}
            hint={<Trans>Buyers only see these with a promo code, or not at all</Trans>}
          >
            <TicketRows tickets={secret} {...rows} />
          </Group>
        )}
      </ListBody>
      <Pages list={list} />
      {mayWrite && drawer.opened !== null && (
        <TicketDrawer key={drawer.opened} which={drawer.opened} close={drawer.close} />
      )}
    </>
  );
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
