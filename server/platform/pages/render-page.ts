import type { IncomingHttpHeaders } from 'node:http';
import { Readable, Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createBatches } from './batches.ts';
import { newOnceOnly, type OnceOnly, type RenderedPage } from './rendered-page.ts';
import { type SharedPages, sharedBy } from './shared-pages.ts';
import { contentSecurityPolicy, pageHeaders, type StripeOrigins } from './web-headers.ts';

/** The signed-in person, as every page may know them. */
export type PageUser = { id: number; firstName: string; lastName: string; email: string; locale: string };

/** What every page knows about the installation. `web/app/platform/context.ts` reads it. */
export type Site = {
  mode: 'demo' | 'production';
  baseUrl: string;
  defaultLocale: string;
  termsUrl: string | null;
  privacyUrl: string | null;
};

export type WebOptions = {
  dev: boolean;
  /** The repository's root: the web package is in `web` below it. */
  root: string;
  /** Whether phones at a door may keep its page. */
  hasDoorWorker: boolean;
  /** Set if Stripe takes the payments. Its script runs on the payment page and calls this origin. */
  stripe: StripeOrigins | null;
  site: Site;
  findUser: (request: FastifyRequest) => Promise<PageUser | null>;
  /** Whether the visitor's browser may have an unfinished order, which its page shows. */
  mayHold: (request: FastifyRequest) => Promise<boolean>;
  /** Serves pages that many signed-out visitors request. */
  shared: SharedPages;
  /** Called for each page that is answered well, also one that was shared. It must not throw. */
  onPage: (request: FastifyRequest) => void;
};

type Handle = (request: Request, context: unknown) => Promise<Response>;

/** The exports of the web package's server entry that are used here. The entry is built or loaded by Vite. */
type EntryModule = {
  createRequestHandler: (build: ServerBuild, mode: 'development' | 'production') => Handle;
  makeContext: (values: object, request: Request) => unknown;
  resolveLocale: (request: {
    pathname: string;
    cookie: string | undefined;
    acceptLanguage: string | undefined;
    defaultLocale: string;
  }) => string;
  openAffiliateLink: (context: unknown, eventId: number, request: Request) => Promise<void>;
};

export type ServerBuild = { entry: { module: EntryModule } };

/** The pages, ready to be rendered. */
export type Pages = {
  handle: Handle;
  makeContext: EntryModule['makeContext'];
  /** Counts the visit of an affiliate's link and remembers the affiliate in a cookie. */
  openAffiliateLink: EntryModule['openAffiliateLink'];
  /** The language of a public page. It does not depend on the address. */
  localeOf: (request: FastifyRequest) => string;
};

/**
 * Prepares the table of all routes. This is done once for a build because it is too slow to do for each page.
 */
export function preparePages(
  build: ServerBuild,
  { mode, defaultLocale }: { mode: 'development' | 'production'; defaultLocale: string },
): Pages {
  const { createRequestHandler, makeContext, resolveLocale, openAffiliateLink } = build.entry.module;
  return {
    handle: createRequestHandler(build, mode),
    makeContext,
    openAffiliateLink,
    localeOf: rememberLocales((request) =>
      resolveLocale({
        pathname: request.url,
        cookie: request.headers.cookie,
        acceptLanguage: request.headers['accept-language'],
        defaultLocale,
      }),
    ),
  };
}

/**
 * Browsers ask for few combinations of languages. The bound is needed because anybody can send any header.
 */
const MOST_REMEMBERED = 500;
const LONGEST_REMEMBERED = 100;

function rememberLocales(resolve: Pages['localeOf']): Pages['localeOf'] {
  const known = new Map<string, string>();
  return (request) => {
    const { cookie, 'accept-language': accepted } = request.headers;
    if (cookie !== undefined || accepted === undefined) return resolve(request);
    const before = known.get(accepted);
    if (before !== undefined) return before;
    const found = resolve(request);
    if (known.size >= MOST_REMEMBERED) known.clear();
    if (accepted.length <= LONGEST_REMEMBERED) known.set(accepted, found);
    return found;
  };
}

export const maxFormBytes = 1024 * 1024;

type Asked = {
  app: FastifyInstance;
  request: FastifyRequest;
  reply: FastifyReply;
  options: WebOptions;
  pages: Pages;
};

const nextBatch = createBatches();

/** The page that answers a request: the shared page if possible, otherwise a page for this visitor only. */
export async function renderPage(asked: Asked): Promise<RenderedPage> {
  return (await sharedPage(asked)) ?? ownPage(asked);
}

/** Renders a page for this visitor only. */
async function ownPage(asked: Asked): Promise<RenderedPage> {
  const { request, reply, options } = asked;
  const webRequest = toWebRequest(request, reply);
  const user = await options.findUser(request);
  return render(asked, { webRequest, user, sent: request.headers, once: newOnceOnly() });
}

/**
 * The shared page, if the request comes from a visitor whom the page does not know. Only its address, its
 * language and the site that shows a widget go into the rendering, so that it contains nothing else that a visitor sends. Null if the visitor
 * needs a page of their own, or if it cannot be known.
 */
async function sharedPage(asked: Asked): Promise<RenderedPage | null> {
  const { request, options, pages } = asked;
  const by = options.dev ? null : sharedBy(request);
  if (by === null) return null;
  const [mayHold] = await Promise.all([options.mayHold(request).catch(() => true), nextBatch()]);
  if (mayHold) return null;
  const { baseUrl } = options.site;
  const locale = pages.localeOf(request);
  const page = await options.shared.answer({ request, by, locale }, (once) => {
    const headers = { 'accept-language': locale, ...(by.site && { referer: `${by.site}/` }) };
    const webRequest = new Request(new URL(by.address, baseUrl), { headers });
    return render(asked, { webRequest, user: null, sent: onlyNetwork(request.headers), once });
  });
  // The right address of another page continues with the visitor's own query.
  if (page && page.status >= 300 && page.status < 400 && request.url !== by.address) return null;
  if (page?.status !== 200 || by.linkedEventId === null) return page;
  return { ...page, cookies: await openLink(asked, by.linkedEventId) };
}

/** Counts the visit of an affiliate's link for a page that was not rendered for this visitor. Answers its cookies. */
async function openLink(asked: Asked, eventId: number): Promise<string[]> {
  const { request, reply, pages } = asked;
  const webRequest = toWebRequest(request, reply);
  const { context, cookies } = contextOf(asked, {
    webRequest,
    user: null,
    sent: request.headers,
    once: newOnceOnly(),
  });
  await pages.openAffiliateLink(context, eventId, webRequest);
  return cookies;
}

/**
 * The headers that identify the visitor's address for the limits of the API. Nothing of them appears in the
 * page.
 */
const onlyNetwork = ({
  'x-forwarded-for': address,
  'x-forwarded-proto': protocol,
  'x-forwarded-host': host,
}: IncomingHttpHeaders): IncomingHttpHeaders => ({
  'x-forwarded-for': address,
  'x-forwarded-proto': protocol,
  'x-forwarded-host': host,
});

type Given = { webRequest: Request; user: PageUser | null; sent: IncomingHttpHeaders; once: OnceOnly };

/** What a page knows of its request, and the cookies that the API sets meanwhile. */
function contextOf({ app, request, options, pages }: Asked, { webRequest, user, sent, once }: Given) {
  const cookies: string[] = [];
  const context = pages.makeContext(
    {
      ...options.site,
      ...once,
      user,
      reportError: (error: unknown) => request.log.error({ err: error }, 'page failed'),
      transport: makeTransport({ app, request, sent, cookies }),
    },
    webRequest,
  );
  return { context, cookies };
}

async function render(asked: Asked, given: Given): Promise<RenderedPage> {
  const { webRequest, once } = given;
  const { dev, stripe } = asked.options;
  const { pathname: url } = new URL(webRequest.url);
  const { context, cookies } = contextOf(asked, given);
  const response = await asked.pages.handle(webRequest, context);
  const { 'set-cookie': _set, ...own } = Object.fromEntries(response.headers);
  const headers = {
    'cache-control': 'private, no-store',
    ...own,
    ...pageHeaders(url, stripe),
    'content-security-policy': contentSecurityPolicy({ nonce: once.nonce, url, dev, stripe }),
  };
  return {
    status: response.status,
    headers: Object.entries(headers),
    cookies: [...cookies, ...response.headers.getSetCookie()],
    body: response.body ? Buffer.from(await response.arrayBuffer()) : null,
  };
}

function toWebRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const aborted = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) aborted.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.startsWith(':') || value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return new Request(`${request.protocol}://${request.host}${request.url}`, {
    method: request.method,
    headers,
    signal: aborted.signal,
    ...(hasBody && { body: Readable.toWeb(request.raw.pipe(limited())) as ReadableStream, duplex: 'half' }),
  });
}

/** Stops a body that grows past the limit although its header announced no such size. */
function limited(): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxFormBytes) done(new Error('This form is too large'));
      else done(null, chunk);
    },
  });
}

const forwarded = [
  'cookie',
  'accept-language',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
];

/**
 * Calls the API as this visitor. The page request was checked to come from this site, so the call may carry
 * the XSRF token for the visitor. Cookies that the API sets go to `cookies` and to later calls of the same
 * page.
 */
function makeTransport(page: {
  app: FastifyInstance;
  request: FastifyRequest;
  /** The headers of the visitor that the page may know. */
  sent: IncomingHttpHeaders;
  cookies: string[];
}) {
  const { app, request, sent, cookies } = page;
  return async (call: { method: string; url: string; headers: Record<string, string>; body?: string }) => {
    const headers: Record<string, string> = { host: request.host, 'x-request-id': String(request.id) };
    for (const name of forwarded) {
      const value = sent[name];
      if (typeof value === 'string') headers[name] = value;
    }
    const jar = mergeCookies(headers['cookie'], cookies);
    if (jar) headers['cookie'] = jar;
    const token = /(?:^|;\s*)XSRF-TOKEN=([\w-]+)/.exec(jar)?.[1];
    if (token) headers['x-xsrf-token'] = token;
    const reply = await app.inject({
      method: call.method as 'GET',
      url: call.url,
      headers: { ...headers, ...call.headers },
      remoteAddress: request.socket.remoteAddress ?? request.ip,
      ...(call.body !== undefined && { payload: call.body }),
    });
    const set = reply.headers['set-cookie'];
    if (set) cookies.push(...(Array.isArray(set) ? set : [set]));
    return { status: reply.statusCode, body: reply.body };
  };
}

function mergeCookies(sent: string | undefined, set: string[]): string {
  const jar = new Map<string, string>();
  const pairs = [...(sent?.split(/;\s*/) ?? []), ...set.map((cookie) => cookie.split(';', 1)[0] ?? '')];
  for (const pair of pairs) {
    const cut = pair.indexOf('=');
    if (cut > 0) jar.set(pair.slice(0, cut), pair.slice(cut + 1));
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}
