import { getEvent } from '@entrada/contract/catalog/events';
import { useLingui } from '@lingui/react/macro';
import {
  data,
  type LoaderFunctionArgs,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
} from 'react-router';
import { apiContext } from '../platform/context.ts';
import { EventContext, useEventQuery } from './kit/data/event.ts';
import { AccountFrame } from './kit/frame/account-nav.tsx';
import { ArchivedBanner } from './kit/frame/archived-banner.tsx';
import { EventNav } from './kit/frame/event-nav.tsx';
import { Frame } from './kit/frame/frame.tsx';
import { PageError } from './kit/frame/page-error.tsx';

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { eventId = '' } = params;
  // A malformed id means an unknown page (404), not an invalid request.
  if (!/^[1-9][0-9]{0,14}$/.test(eventId)) throw data({ code: 'NOT_FOUND' }, { status: 404 });
  const event = await context.get(apiContext)(getEvent, { params: { eventId } });
  return { event: event.data };
}

export const headers = () => ({ 'cache-control': 'no-store' });

export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) {
  return currentParams['eventId'] !== nextParams['eventId'];
}

export default function EventLayout() {
  const { t } = useLingui();
  const loaded = useLoaderData<typeof loader>().event;
  const { data: event } = useEventQuery(loaded.id, loaded);
  return (
    <EventContext value={event ?? loaded}>
      <Frame label={t`Event`} title={loaded.title} nav={<EventNav />}>
        <ArchivedBanner />
        <Outlet key={loaded.id} />
      </Frame>
    </EventContext>
  );
}

/** An event that the account does not have. The navigation of the account stays. */
export function ErrorBoundary() {
  return (
    <AccountFrame>
      <PageError />
    </AccountFrame>
  );
}
