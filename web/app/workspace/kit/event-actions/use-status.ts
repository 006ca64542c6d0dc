import { type EventDetail, type EventStatus, setEventStatus } from '@entrada/contract/catalog/events';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { eventParams } from '../data/event.ts';
import { keys } from '../data/keys.ts';
import { useChange } from '../data/use-change.ts';
import { notifySuccess } from '../frame/notify.tsx';
import { useShare } from './sharing/use-share.tsx';

export type ActedEvent = Pick<EventDetail, 'id' | 'title' | 'status' | 'calledOffAt'>;

/** Changes an event's status: draft, live or archived. What is live now can be shared at once. */
export function useEventStatus() {
  const { t } = useLingui();
  const client = useQueryClient();
  const share = useShare();
  const done = (event: ActedEvent, status: Exclude<EventStatus, 'public'>) => {
    if (status === 'archived') return t`The event is archived.`;
    return event.status === 'archived' ? t`The event is back as a draft.` : t`The event is a draft again.`;
  };
  return useChange({
    run: async ({ event, status }: { event: ActedEvent; status: EventStatus }) =>
      (await api(setEventStatus, { ...eventParams(event.id), body: { status } })).data,
    invalidates: () => [keys.events],
    onDone: (detail, { event, status }) => {
      client.setQueryData(keys.event(detail.id), detail);
      if (status === 'public') share(detail, { isNew: true });
      else notifySuccess(done(event, status));
    },
  });
}
