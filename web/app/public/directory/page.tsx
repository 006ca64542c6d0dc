import { listPublicEvents } from '@entrada/contract/catalog/shop';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { apiContext, requestContext } from '../../platform/context.ts';
import { GhostStub } from '../../ui/brand/ghost-stub.tsx';
import { NothingFound, SearchHead } from '../../ui/form/search-head.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { Pages } from '../../ui/pages.tsx';
import cards from '../parts/event-card.module.css';
import { EventCard } from '../parts/event-card.tsx';
import { PublicPage } from '../parts/public-page.tsx';

const perPage = 24;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const query = (search.get('query') ?? '').replaceAll('\u0000', '').slice(0, 200).trim();
  const page = /^[1-9]\d{0,5}$/.exec(search.get('page') ?? '')?.[0] ?? '1';
  const { data, meta } = await context.get(apiContext)(listPublicEvents, {
    query: { page, per_page: String(perPage), ...(query && { query }) },
  });
  return {
    events: data,
    meta,
    query,
    canonical: new URL('/event', context.get(requestContext).baseUrl).href,
  };
}

export default function DirectoryPage() {
  const { events, meta, query, canonical } = useLoaderData<typeof loader>();
  const { t } = useLingui();
  return (
    <PublicPage>
      <title>{`${t`Events`} · Entrada`}</title>
      <meta name="description" content={t`Upcoming events and their tickets.`} />
      {query || meta.page > 1 ? (
        <meta name="robots" content="noindex" />
      ) : (
        <link rel="canonical" href={canonical} />
      )}
      <SearchHead title={<Trans>Events</Trans>} label={t`Search events`} query={query} />
      {events.length > 0 && (
        <div className={cards.grid}>
          {events.map((event) => (
            <EventCard key={event.id} event={event} showsOrganizer />
          ))}
        </div>
      )}
      {events.length === 0 &&
        (query || meta.page > 1 ? (
          <NothingFound>
            <Trans>No event matches that.</Trans>{' '}
            <Link className="link" to="/event">
              <Trans>Show all events</Trans>
            </Link>
          </NothingFound>
        ) : (
          <EmptyState drawing={<GhostStub />} title={<Trans>No events yet</Trans>}>
            <Trans>Events appear here as soon as an organizer publishes them.</Trans>
          </EmptyState>
        ))}
      <Pages page={meta.page} lastPage={meta.lastPage} name="page" />
    </PublicPage>
  );
}
