import './platform/styles/fonts.css';
import './platform/styles/tokens.css';
import './platform/styles/base.css';
import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import {
  Links,
  type LinksFunction,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
} from 'react-router';
import { colorSchemeScript } from './platform/color-scheme.ts';
import { requestContext } from './platform/context.ts';
import { isFramedHandle } from './platform/framed.ts';
import { loadWhole, publicMessages } from './platform/i18n/catalogues.ts';
import { languageTag } from './platform/i18n/locales.ts';
import { useNonce } from './platform/nonce.tsx';
import { RouteError } from './platform/route-error.tsx';
import { IslandScript, isIslandHandle } from './platform/scripts/island.tsx';
import { FirstWords, LoadSoon } from './platform/scripts/load-soon.tsx';
import { type Site, useSite } from './platform/site.ts';
import { pageFonts } from './platform/styles/fonts.ts';
import { DemoBanner } from './ui/notices/demo-banner.tsx';

export function loader({ context }: LoaderFunctionArgs): { site: Site } {
  const { mode, termsUrl, privacyUrl } = context.get(requestContext);
  return { site: { mode, termsUrl: termsUrl ?? '/terms', privacyUrl: privacyUrl ?? '/privacy' } };
}

export const clientMiddleware = [loadWhole(publicMessages)];

/** These data do not change while a page is open. A new language loads a new document. */
export const shouldRevalidate = () => false;

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  ...pageFonts,
];

export function Layout({ children }: { children: ReactNode }) {
  const { i18n } = useLingui();
  const nonce = useNonce();
  const { mode } = useSite();
  const isFramed = useMatches().some(({ handle }) => isFramedHandle(handle));
  return (
    <html lang={languageTag(i18n.locale)} data-locale={i18n.locale} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, run before the first paint
          dangerouslySetInnerHTML={{ __html: colorSchemeScript }}
        />
        <Meta />
        {/* Style sheets come from this site and need no nonce. Browsers hide a nonce from React. */}
        <Links nonce="" />
      </head>
      <body>
        {mode === 'demo' && !isFramed && <DemoBanner />}
        {children}
        <PageScripts />
      </body>
    </html>
  );
}

/** The scripts of the whole application. A page with one interactive part gets only the script of that part. */
function PageScripts() {
  const matches = useMatches();
  const isIsland = matches.some(
    ({ handle, loaderData }) => isIslandHandle(handle) && loaderData !== undefined,
  );
  if (isIsland) return <IslandScript />;
  return (
    <>
      <ScrollRestoration />
      <LoadSoon modules={['app/hydrate-app.tsx']} />
      <FirstWords />
      <Scripts />
    </>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <RouteError />;
}
