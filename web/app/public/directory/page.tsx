import { listPublicEvents, listPublicPlaces } from '@entrada/contract/catalog/shop';
import { DIRECTORY_DAYS, type DirectoryDays, ONLINE_PLACE } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { apiContext, requestContext } from '../../platform/context.ts';
import { GhostStub } from '../../ui/brand/ghost-stub.tsx';
import { NothingFound, SearchHead } from '../../ui/form/search-head.tsx';
import { Select } from '../../ui/form/select.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { Pages } from '../../ui/pages.tsx';
import { Space } from '../../ui/space.tsx';
import cards from '../parts/event-card.module.css';
import { EventCard } from '../parts/event-card.tsx';
import { PublicPage } from '../parts/public-page.tsx';

const perPage = 24;

const isDays = (value: string): value is DirectoryDays => DIRECTORY_DAYS.some((one) => one === value);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const read = (name: string) => (search.get(name) ?? '').replaceAll('\u0000', '').slice(0, 200).trim();
  const [query, place, asked] = [read('query'), read('place'), read('days')];
  const days = isDays(asked) ? asked : '';
  const page = /^[1-9]\d{0,5}$/.exec(search.get('page') ?? '')?.[0] ?? '1';
  const call = context.get(apiContext);
  const [{ data, meta }, { data: places }] = await Promise.all([
    call(listPublicEvents, {
      query: {
        page,
        per_page: String(perPage),
        ...(query && { query }),
        ...(days && { 'filter_fields[days][eq]': days }),
        ...(place && { 'filter_fields[place][eq]': place }),
      },
    }),
    call(listPublicPlaces, {}),
  ]);
  return {
    events: data,
    meta,
    query,
    days,
    place,
    places,
    canonical: new URL('/event', context.get(requestContext).baseUrl).href,
  };
}

export default function DirectoryPage() {
  const { events, meta, query, days, place, places, canonical } = useLoaderData<typeof loader>();
  const { t } = useLingui();
  const isNarrowed = query !== '' || days !== '' || place !== '';
  const dayNames: Record<DirectoryDays, string> = {
    today: t`Today`,
    weekend: t`This weekend`,
    week: t`Next 7 days`,
    month: t`Next 30 days`,
  };
  return (
    <PublicPage>
      <title>{`${t`Events`} · Entrada`}</title>
      <meta name="description" content={t`Upcoming events and their tickets.`} />
      {isNarrowed || meta.page > 1 ? (
        <meta name="robots" content="noindex" />
      ) : (
        <link rel="canonical" href={canonical} />
      )}
      <SearchHead
        title={<Trans>Events</Trans>}
        label={t`Search events`}
        query={query}
        state={[query, days, place].join('\n')}
      >
        <Select label={t`When`} name="days" defaultValue={days}>
          <option value="">{t`Any day`}</option>
          {DIRECTORY_DAYS.map((one) => (
            <option key={one} value={one}>
              {dayNames[one]}
            </option>
          ))}
        </Select>
        <Select label={t`Where`} name="place" defaultValue={place}>
          <option value="">{t`Anywhere`}</option>
          {places.onlineEvents > 0 && <option value={ONLINE_PLACE}>{t`Online`}</option>}
          {places.cities.map(({ city }) => (
            <option key={city} value={city}>
              {city}
            </option>
          ))}
          {place && place !== ONLINE_PLACE && !places.cities.some(({ city }) => city === place) && (
            <option value={place}>{place}</option>
          )}
        </Select>
      </SearchHead>
      {events.length > 0 && (
        <div className={cards.grid}>
          {events.map((event) => (
            <EventCard key={event.id} event={event} showsOrganizer />
          ))}
        </div>
      )}
      {events.length === 0 &&
        (isNarrowed || meta.page > 1 ? (
          <NothingFound>
            <Trans>No event matches that.</Trans>
            <Space />
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
