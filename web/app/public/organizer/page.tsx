import { getPublicOrganizer, listPublicOrganizerEvents } from '@entrada/contract/catalog/shop';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { apiContext, requestContext } from '../../platform/context.ts';
import { plainText } from '../../platform/i18n/share-words.ts';
import { useNonce } from '../../platform/nonce.tsx';
import { titleFont } from '../../platform/styles/fonts.ts';
import { OrganizerLogo } from '../../ui/brand/organizer-logo.tsx';
import { LanguageMenu } from '../../ui/buttons/language-menu.tsx';
import { Pages } from '../../ui/pages.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { scriptJson } from '../event/seo.ts';
import { ContactLinks } from '../parts/contact-links.tsx';
import cards from '../parts/event-card.module.css';
import { EventCard } from '../parts/event-card.tsx';
import { PublicFrame } from '../parts/public-page.tsx';
import styles from './page.module.css';

const perPage = 12;

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const call = context.get(apiContext);
  const url = new URL(request.url);
  const { data: organizer } = await call(getPublicOrganizer, {
    params: { slug: params['organizerSlug'] ?? '' },
  });
  if (organizer.slug !== params['organizerSlug']) throw redirect(`/${organizer.slug}${url.search}`, 301);
  const list = (state: 'upcoming' | 'past') =>
    call(listPublicOrganizerEvents, {
      params: { organizerId: String(organizer.id) },
      query: {
        'filter_fields[state][eq]': state,
        sort_direction: state === 'past' ? 'desc' : 'asc',
        page: pageOf(url.searchParams, state),
        per_page: String(perPage),
      },
    });
  const [upcoming, past] = await Promise.all([list('upcoming'), list('past')]);
  return {
    organizer,
    upcoming,
    past,
    canonical: new URL(`/${organizer.slug}`, context.get(requestContext).baseUrl).href,
  };
}

const pageOf = (search: URLSearchParams, name: string) =>
  /^[1-9]\d{0,5}$/.exec(search.get(name) ?? '')?.[0] ?? '1';

export const links = titleFont;

export default function OrganizerPage() {
  const { organizer, upcoming, past, canonical } = useLoaderData<typeof loader>();
  const { t } = useLingui();
  const nonce = useNonce();
  const description = plainText(organizer.description, 160) || t`Events by ${organizer.name}.`;
  const about = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: organizer.name,
    url: canonical,
    ...(organizer.website && { sameAs: [organizer.website] }),
  };
  return (
    <>
      <title>{organizer.name}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={canonical} />
      <meta property="og:type" content="profile" />
      <meta property="og:title" content={organizer.name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonical} />
      <script
        type="application/ld+json"
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which nothing can end the element
        dangerouslySetInnerHTML={{ __html: scriptJson(about) }}
      />
      <PublicFrame
        header={
          <div className={styles.languages}>
            <LanguageMenu />
          </div>
        }
      >
        <div className={styles.head}>
          <OrganizerLogo name={organizer.name} logo={organizer.logo} size={72} />
          <div className={styles.words}>
            <h1>{organizer.name}</h1>
            <p className={styles.count}>
              <Plural value={organizer.eventCount} one="# event" other="# events" />
            </p>
            {organizer.description && <RichText html={organizer.description} className={styles.text} />}
            <p className={styles.links}>
              <ContactLinks email={organizer.email} website={organizer.website} />
            </p>
          </div>
        </div>
        <section className={styles.section} aria-labelledby="upcoming">
          <h2 id="upcoming">
            <Trans>Upcoming events</Trans>
          </h2>
          {upcoming.data.length === 0 && (
            <p className={styles.none}>
              <Trans>Nothing is planned at the moment.</Trans>
            </p>
          )}
          <div className={cards.grid}>
            {upcoming.data.map((event) => (
              <EventCard key={event.id} event={event} />
            ))}
          </div>
          <Pages page={upcoming.meta.page} lastPage={upcoming.meta.lastPage} name="upcoming" />
        </section>
        {past.data.length > 0 && (
          <section className={styles.section} aria-labelledby="past">
            <h2 id="past">
              <Trans>Past events</Trans>
            </h2>
            <div className={cards.grid}>
              {past.data.map((event) => (
                <EventCard key={event.id} event={event} />
              ))}
            </div>
            <Pages page={past.meta.page} lastPage={past.meta.lastPage} name="past" />
          </section>
        )}
      </PublicFrame>
    </>
  );
}
