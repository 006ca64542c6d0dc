import { useLingui } from '@lingui/react/macro';
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
} from 'react-router';
import { apiContext } from '../platform/context.ts';
import { EventContext, eventIdIn, eventRead, useEventQuery } from './kit/data/event.ts';
import { AccountFrame } from './kit/frame/account-nav.tsx';
import { ArchivedBanner } from './kit/frame/archived-banner.tsx';
import { EventNav } from './kit/frame/event-nav.tsx';
import { Frame } from './kit/frame/frame.tsx';
import { PageError } from './kit/frame/page-error.tsx';
import { ensureRead, workspaceClient } from './kit/reading/reads.ts';

export async function loader({ context, params }: LoaderFunctionArgs) {
  return { event: await eventRead(eventIdIn(params)).load(context.get(apiContext)) };
}

/** An event that was read before shows at once. If it is stale, it is read again meanwhile. */
export async function clientLoader({ params, serverLoader }: ClientLoaderFunctionArgs) {
  const client = workspaceClient();
  if (!client) return serverLoader<typeof loader>();
  return { event: await ensureRead(client, eventRead(eventIdIn(params))) };
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
