import { Writable } from 'node:stream';
import { I18nProvider } from '@lingui/react';
import { StrictMode } from 'react';
import { preload } from 'react-dom';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { ApiError } from './platform/api/error.ts';
import { requestContext } from './platform/context.ts';
import { loadCatalogues } from './platform/i18n/catalogues.ts';
import { createI18n } from './platform/i18n/i18n.ts';
import { NonceContext } from './platform/nonce.tsx';

// The server imports both from here. In development Vite loads its own copy of React Router, which does not know a
// context from another copy.
export { createRequestHandler } from 'react-router';
export { makeContext } from './platform/context.ts';
export { resolveLocale } from './platform/i18n/locales.ts';
export { openAffiliateLink } from './public/event/open-affiliate.server.ts';

const renderTimeoutMs = 10_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { locale, nonce, reportError } = loadContext.get(requestContext);
  const handles = routerContext.staticHandlerContext.matches.map(({ route }) => route.handle);
  const i18n = createI18n(locale, await loadCatalogues(handles, locale));
  const page = await renderWhole(
    <StrictMode>
      <NonceContext value={nonce}>
        <I18nProvider i18n={i18n}>
          <StylesFirst context={routerContext}>
            <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
          </StylesFirst>
        </I18nProvider>
      </NonceContext>
    </StrictMode>,
    { signal: request.signal, nonce, reportError },
  );
  return new Response(new Uint8Array(page.html), { status: page.failed ? 500 : status, headers });
}

/**
 * Asks for the page's style sheets before its scripts. React writes links to scripts above those to style sheets, and over
 * HTTP/1.1 a browser has six connections: the first paint would wait for scripts that only matter after it.
 */
function StylesFirst({ context, children }: { context: EntryContext; children: React.ReactNode }) {
  const { manifest, staticHandlerContext } = context;
  const sheets = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? []);
  // The manifest marks sheets that are also loaded late (web/bundle/late-styles.ts).
  for (const href of sheets) preload(href.replace('#', ''), { as: 'style' });
  return children;
}

/**
 * Renders the whole page before the first byte is sent. No page defers data, so streaming would gain nothing. A
 * failure below a Suspense boundary still gets its correct status.
 */
function renderWhole(
  page: React.ReactNode,
  options: { signal: AbortSignal; nonce: string; reportError: (error: unknown) => void },
): Promise<{ html: Buffer; failed: boolean }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let failed = false;
    const stop = () => stream.abort();
    const timer = setTimeout(stop, renderTimeoutMs);
    options.signal.addEventListener('abort', stop, { once: true });
    const done = () => {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', stop);
    };
    const sink = new Writable({
      write(chunk: Buffer, _encoding, written) {
        chunks.push(chunk);
        written();
      },
      final(finished) {
        done();
        resolve({ html: Buffer.concat(chunks), failed });
        finished();
      },
    });
    const stream = renderToPipeableStream(page, {
      nonce: options.nonce,
      onAllReady: () => stream.pipe(sink),
      onShellError: (error) => {
        done();
        reject(error);
      },
      onError: (error) => {
        failed = true;
        if (!options.signal.aborted) options.reportError(error);
      },
    });
  });
}

/** Reports errors of the server. An unknown address or a refused call is not reported. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  const status = isRouteErrorResponse(error) || error instanceof ApiError ? error.status : 500;
  if (status >= 400 && status < 500) return;
  context.get(requestContext).reportError(error);
};
