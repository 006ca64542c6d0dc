import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentSecurityPolicy, pageHeaders, type StripeOrigins } from './web-headers.ts';

/** The signed-in person as every page may know them. */
export type PageUser = { id: number; firstName: string; lastName: string; email: string; locale: string };

/** What a page request is told about the installation and its visitor; `web/app/platform/context.ts` reads it. */
export type LoadContextValues = {
  mode: 'demo' | 'production';
  user: PageUser | null;
  baseUrl: string;
  defaultLocale: string;
  termsUrl: string | null;
  privacyUrl: string | null;
};

export type WebOptions = {
  dev: boolean;
  /** The repository's root: the web package is in `web` below it. */
  root: string;
  /** Where Stripe takes the payments: its script runs on the payment page, and calls this origin. */
  stripe: StripeOrigins | null;
  makeLoadContext: (request: FastifyRequest, nonce: string) => LoadContextValues | Promise<LoadContextValues>;
};

/** What the built (or Vite-loaded) server entry of the web package exports that matters here. */
type ServerBuild = {
  entry: {
    module: {
      createRequestHandler: (
        build: ServerBuild,
        mode: string,
      ) => (request: Request, context: unknown) => Promise<Response>;
      makeContext: (values: object, request: Request) => unknown;
    };
  };
};

const maxFormBytes = 1024 * 1024;

/**
 * Serves every address that no other route took: the built files of the web package, and its pages rendered by
 * React Router. Pages reach the API by `inject`, with the visitor's own cookies; what the API sets in return leaves
 * with the page. In development Vite serves and reloads the sources instead.
 */
export async function registerWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const loadBuild = options.dev ? await startVite(app, options.root) : await loadBuilt(app, options.root);
  await app.register((pages, _options, ready) => {
    // The page's own request carries the body; Fastify must not consume it first.
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('*', (_request, _payload, done) => done(null));
    pages.all('/*', async (request, reply) => {
      if (/^\/api(\/|\?|$)/.test(request.url)) return reply.callNotFound();
      if (request.url.startsWith('/assets/'))
        return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
      const refusal = refuse(request);
      if (refusal) return reply.code(refusal.status).type('text/plain; charset=utf-8').send(refusal.text);
      return sendPage({ app, request, reply, options, build: await loadBuild() });
    });
    ready();
  });
}

/** Plain refusals before any page code runs: a form from another site, or one far too large. */
function refuse(request: FastifyRequest): { status: number; text: string } | undefined {
  if (!URL.canParse(`${request.protocol}://${request.host}${request.url}`)) {
    return { status: 400, text: 'Malformed address' };
  }
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isForeign = origin ? !URL.canParse(origin) || new URL(origin).host !== request.host : false;
  if (isForeign || (site && site !== 'same-origin' && site !== 'none')) {
    return { status: 403, text: 'This form was sent from another site' };
  }
  if (Number(request.headers['content-length'] ?? 0) > maxFormBytes) {
    return { status: 413, text: 'This form is too large' };
  }
  return undefined;
}

async function sendPage(page: {
  app: FastifyInstance;
  request: FastifyRequest;
  reply: FastifyReply;
  options: WebOptions;
  build: ServerBuild;
}): Promise<FastifyReply> {
  const { request, reply, options, build } = page;
  const nonce = randomBytes(16).toString('base64');
  const webRequest = toWebRequest(request, reply);
  const values = await options.makeLoadContext(request, nonce);
  const cookies: string[] = [];
  const { createRequestHandler, makeContext } = build.entry.module;
  const context = makeContext(
    {
      ...values,
      nonce,
      reportError: (error: unknown) => request.log.error({ err: error }, 'page failed'),
      transport: makeTransport(page.app, request, cookies),
    },
    webRequest,
  );
  const handle = createRequestHandler(build, options.dev ? 'development' : 'production');
  const response = await handle(webRequest, context);
  reply.code(response.status);
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
  for (const cookie of [...cookies, ...response.headers.getSetCookie()]) reply.header('set-cookie', cookie);
  for (const [name, value] of Object.entries(pageHeaders(request.url, options.stripe)))
    reply.header(name, value);
  reply.header(
    'content-security-policy',
    contentSecurityPolicy({ nonce, url: request.url, dev: options.dev, stripe: options.stripe }),
  );
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store');
  return response.body ? reply.send(Buffer.from(await response.arrayBuffer())) : reply.send();
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

/** Cuts off a body that grows past the limit without having said so. */
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
 * Calls the API as this visitor. The page request was checked to come from this site, so the call may carry the
 * XSRF token on the visitor's behalf. Cookies that the API sets go to `cookies`, and to later calls of the same page.
 */
function makeTransport(app: FastifyInstance, request: FastifyRequest, cookies: string[]) {
  return async (call: { method: string; url: string; headers: Record<string, string>; body?: string }) => {
    const headers: Record<string, string> = { host: request.host, 'x-request-id': String(request.id) };
    for (const name of forwarded) {
      const value = request.headers[name];
      if (typeof value === 'string') headers[name] = value;
    }
    const jar = mergeCookies(headers['cookie'], cookies);
    if (jar) headers['cookie'] = jar;
    const token = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(jar)?.[1];
    if (token) headers['x-xsrf-token'] = decodeURIComponent(token);
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

async function loadBuilt(app: FastifyInstance, root: string): Promise<() => ServerBuild> {
  const client = join(root, 'web/build/client');
  await app.register(fastifyStatic, {
    root: client,
    // Each file gets a route of its own, so that any other address falls through to the pages.
    wildcard: false,
    decorateReply: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', '.vite/**'],
    setHeaders: (reply, path) => {
      const immutable = path.startsWith(join(client, 'assets'));
      reply.header(
        'cache-control',
        immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
      reply.header('x-content-type-options', 'nosniff');
    },
  });
  const build: ServerBuild = await import(pathToFileURL(join(root, 'web/build/server/index.js')).href);
  return () => build;
}

async function startVite(app: FastifyInstance, root: string): Promise<() => Promise<ServerBuild>> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: join(root, 'web'),
    configFile: join(root, 'web/vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, ws: { server: app.server } },
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (/^\/(api|files|dev|healthz|readyz)(\/|\?|$)/.test(request.url)) return done();
    vite.middlewares(request.raw, reply.raw, (error?: Error) => done(error));
  });
  app.addHook('onClose', () => vite.close());
  return () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>;
}
