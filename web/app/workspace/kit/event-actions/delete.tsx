import { deleteEvent, type EventDeletion, eventDeletion } from '@entrada/contract/catalog/lifecycle';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../../platform/api/client.ts';
import { ApiError } from '../../../platform/api/error.ts';
import { errorMessage } from '../../../platform/api/error-messages.ts';
import { formatList } from '../../../platform/i18n/format.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { eventParams, eventPath } from '../data/event.ts';
import { keys } from '../data/keys.ts';
import { useChange } from '../data/use-change.ts';
import styles from '../frame/confirm.module.css';
import { type ActedEvent, useEventStatus } from './use-status.ts';

type DeleteEventProps = { event: ActedEvent; close: () => void };

/** Asks before an event is deleted for good. If the event has orders, it says so and offers to archive the event. */
export function DeleteEvent({ event, close }: DeleteEventProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<unknown>(null);
  const status = useEventStatus();
  const remove = useChange({
    run: () => api(deleteEvent, eventParams(event.id)),
    invalidates: () => [keys.events],
    success: () => t`${event.title} is deleted.`,
    onDone: () => {
      close();
      const isInside =
        location.pathname.startsWith(`${eventPath(event.id)}/`) || location.pathname === eventPath(event.id);
      if (isInside) void navigate('/manage/events', { replace: true });
      else client.removeQueries({ queryKey: ['event', event.id] });
    },
    onError: (error) => {
      setRefusal(error);
      return true;
    },
  });
  const archive = async () => {
    if (await status.start({ event, status: 'archived' })) close();
  };
  // What the event has is read again each time, because buyers may have come meanwhile.
  const first = useQuery({
    queryKey: keys.eventDeletion(event.id),
    queryFn: async ({ signal }) => (await api(eventDeletion, eventParams(event.id), { signal })).data,
    staleTime: 0,
    gcTime: 0,
  });
  const isRefused = refusal instanceof ApiError && refusal.code === 'EVENT_HAS_ORDERS';
  const hasOrders = first.data !== undefined && first.data.orders + first.data.holds > 0;
  const kept = isRefused ? refusal.params : hasOrders ? first.data : null;
  if (kept) {
    return (
      <>
        <p className={styles.text} role="alert">
          <WhyKept orders={Number(kept.orders ?? 0)} holds={Number(kept.holds ?? 0)} title={event.title} />
        </p>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button ref={focusOnce} onClick={close}>
            {event.status === 'archived' ? <Trans>Close</Trans> : <Trans>Keep event</Trans>}
          </Button>
          {event.status !== 'archived' && (
            <Button variant="ink" loading={status.isPending} onClick={() => void archive()}>
              <Trans>Archive event</Trans>
            </Button>
          )}
        </Group>
      </>
    );
  }
  return (
    <>
      <p className={styles.text}>
        <Trans>
          {event.title} goes for good, with its tickets, promo codes, questions, check-in lists, settings and
          images. Its page and its links stop working. This can’t be undone.
        </Trans>
      </p>
      <p className={styles.text} role="status">
        {first.isPending ? <Skeleton width="70%" /> : first.data && <WhatGoes parts={first.data} />}
      </p>
      {refusal !== null && (
        <Note tone="error" announce>
          {errorMessage(i18n, refusal)}
        </Note>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button onClick={close} disabled={remove.isPending} data-autofocus>
          <Trans>Keep event</Trans>
        </Button>
        <Button
          variant="danger-solid"
          loading={remove.isPending}
          disabled={first.isPending}
          onClick={() => void remove.start(undefined)}
        >
          <Trans>Delete event</Trans>
        </Button>
      </Group>
    </>
  );
}

/** The element that had the focus disappeared together with the question. */
const focusOnce = (button: HTMLButtonElement | null) => button?.focus();

/** Names what an event without orders has. */
function WhatGoes({ parts }: { parts: EventDeletion }): ReactNode {
  const { t, i18n } = useLingui();
  const { tickets, promoCodes, questions, checkInLists } = parts;
  const all = [
    tickets > 0 && t`${plural(tickets, { one: '# ticket', other: '# tickets' })}`,
    promoCodes > 0 && t`${plural(promoCodes, { one: '# promo code', other: '# promo codes' })}`,
    questions > 0 && t`${plural(questions, { one: '# question', other: '# questions' })}`,
    checkInLists > 0 && t`${plural(checkInLists, { one: '# check-in list', other: '# check-in lists' })}`,
  ].filter((part) => part !== false);
  if (all.length === 0) return <Trans>It has no orders, so nothing that was sold is lost.</Trans>;
  const list = formatList(all, i18n.locale);
  return <Trans>It has no orders, so nothing that was sold is lost. It has {list}.</Trans>;
}

function WhyKept({ orders, holds, title }: { orders: number; holds: number; title: string }): ReactNode {
  if (orders === 0 && holds > 0) {
    return (
      <Trans>
        Somebody is buying tickets for {title} right now, so it can’t be deleted. Try again when their time is
        over, or archive it.
      </Trans>
    );
  }
  return (
    <Trans>
      {title} has <Plural value={orders} one="# order" other="# orders" />, so it can’t be deleted: buyers and
      your books need them. Archived, it is out of your lists and its page is closed; orders and attendees are
      kept.
    </Trans>
  );
}
