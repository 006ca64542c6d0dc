import { personName } from '@entrada/contract/accounts/person-name';
import { listEvents } from '@entrada/contract/catalog/events';
import { listAttendees } from '@entrada/contract/sales/attendees';
import { listOrders } from '@entrada/contract/sales/orders';
import { useLingui } from '@lingui/react/macro';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCalendarEvent, IconReceipt, IconUser } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { api } from '../../../platform/api/client.ts';
import { formatEventDays } from '../../../platform/i18n/format.ts';
import { eventParams, eventPath } from '../data/event.ts';
import { keys } from '../data/keys.ts';
import { useSession } from '../data/session.ts';
import type { CommandGroup } from './commands.ts';
import { eventOfPath } from './pages.ts';

const fewest = 2;
const most = '5';

/** Finds events by title. Inside an event, also finds orders and people by name, address or number. */
export function useFound(typed: string) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { may } = useSession();
  const eventId = eventOfPath(useLocation().pathname);
  const trimmed = typed.trim();
  const [waited] = useDebouncedValue(trimmed, 200);
  const query = { query: waited, per_page: most };
  const isAsked = waited.length >= fewest;
  const events = useQuery({
    queryKey: keys.eventList(query),
    queryFn: ({ signal }) => api(listEvents, { query }, { signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const orders = useQuery({
    queryKey: keys.orderList(eventId ?? 0, query),
    queryFn: ({ signal }) => api(listOrders, { ...eventParams(eventId ?? 0), query }, { signal }),
    enabled: isAsked && eventId !== null && may('orders.read'),
    placeholderData: keepPreviousData,
  });
  const attendees = useQuery({
    queryKey: keys.attendeeList(eventId ?? 0, query),
    queryFn: ({ signal }) => api(listAttendees, { ...eventParams(eventId ?? 0), query }, { signal }),
    enabled: isAsked && eventId !== null && may('attendees.read'),
    placeholderData: keepPreviousData,
  });
  const to = (path: string) => () => void navigate(path);
  const order = (id: number) => `${eventPath(eventId ?? 0, 'orders')}?drawer=${id}`;
  const groups: CommandGroup[] =
    trimmed.length < fewest
      ? []
      : [
          {
            id: 'orders',
            label: t`Orders`,
            commands: (orders.data?.data ?? []).map((one) => ({
              id: `order-${one.id}`,
              label: personName(one),
              detail: `${one.reference} · ${one.email}`,
              icon: IconReceipt,
              run: to(order(one.id)),
            })),
          },
          {
            id: 'attendees',
            label: t`Attendees`,
            commands: (attendees.data?.data ?? []).map((one) => ({
              id: `attendee-${one.id}`,
              label: personName(one),
              detail: `${one.reference} · ${one.ticket.name}`,
              icon: IconUser,
              run: to(order(one.order.id)),
            })),
          },
          {
            id: 'events',
            label: t`Events`,
            commands: (events.data?.data ?? [])
              .filter(({ id }) => id !== eventId)
              .map((one) => ({
                id: `event-${one.id}`,
                label: one.title,
                detail: formatEventDays(one, i18n.locale),
                icon: IconCalendarEvent,
                run: to(eventPath(one.id)),
              })),
          },
        ];
  const isSearching =
    trimmed.length >= fewest &&
    (waited !== trimmed || events.isFetching || orders.isFetching || attendees.isFetching);
  const failure = trimmed.length < fewest ? null : (events.error ?? orders.error ?? attendees.error);
  return { groups, isSearching, failure, isInEvent: eventId !== null };
}
