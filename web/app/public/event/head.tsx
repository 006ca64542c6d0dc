import type { PublicEvent } from '@entrada/contract/catalog/shop';
import { useLingui } from '@lingui/react/macro';
import { languageTag } from '../../platform/i18n/locales.ts';
import { shareWords } from '../../platform/i18n/share-words.ts';
import { useNonce } from '../../platform/nonce.tsx';
import { eventJsonLd, scriptJson } from './seo.ts';

/** The title, the description and the tags that other sites and search engines read. */
export function EventHead(props: { event: PublicEvent; canonical: string; image: string | null }) {
  const { event, canonical, image } = props;
  const { i18n } = useLingui();
  const nonce = useNonce();
  const { seoKeywords, allowIndexing } = event.settings;
  const { title, description } = shareWords({ ...event, ...event.location, ...event.settings }, i18n.locale);
  const isIndexed = allowIndexing && !event.isPreview;
  return (
    <>
      <title>{`${title} · ${event.organizer.name}`}</title>
      <meta name="description" content={description} />
      {seoKeywords && <meta name="keywords" content={seoKeywords} />}
      {!isIndexed && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={canonical} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={event.organizer.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonical} />
      <meta property="og:locale" content={languageTag(i18n.locale).replace('-', '_')} />
      {image && <meta property="og:image" content={image} />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      {isIndexed && (
        <script
          type="application/ld+json"
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which nothing can end the element
          dangerouslySetInnerHTML={{ __html: scriptJson(eventJsonLd(event, { url: canonical, image })) }}
        />
      )}
    </>
  );
}
