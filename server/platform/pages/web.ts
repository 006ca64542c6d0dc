import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serveAssets } from './assets.ts';
import { serveDoorWorker } from './door-worker.ts';
import { packOwn } from './pack.ts';
import {
  maxFormBytes,
  type Pages,
  preparePages,
  renderPage,
  type ServerBuild,
  type WebOptions,
} from './render-page.ts';
import type { RenderedPage } from './rendered-page.ts';

/**
 * Serves every address that no other route serves: the built files of the web package, and its pages rendered
 * by React Router. Pages call the API by `inject` with the cookies of the visitor. Cookies that the API sets
 * are sent with the page. In development Vite serves and reloads the sources instead.
 */
export async function registerWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const loadPages = options.dev ? await startVite(app, options) : await loadBuilt(app, options);
  const { dev, root, hasDoorWorker } = options;
  await serveDoorWorker(app, dev || !hasDoorWorker ? null : join(root, 'web/build/client'));
  await app.register((scope, _options, ready) => {
    // The request of the page carries the body, so Fastify must not read it first.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all('/*', async (request, reply) => {
      if (/^\/api(\/|\?|$)/.test(request.url)) return reply.callNotFound();
      if (request.url.startsWith('/assets/'))
        return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
      const refusal = refuse(request);
      if (refusal) {
        reply.code(refusal.status).type('text/plain; charset=utf-8');
        if (refusal.status === 405) reply.header('allow', PAGE_METHODS.join(', '));
        return reply.send(refusal.text);
      }
      const page = await renderPage({ app, request, reply, options, pages: await loadPages() });
      if (page.status === 200) options.onPage(request);
      return send(reply, await packOwn(request, page));
    });
    ready();
  });
}

const PAGE_METHODS = ['GET', 'HEAD', 'POST'];

/** Without a user, a path or a query in it, which a URL would take for its own. */
const isPlainHost = (host: string) => /^[^\s/?#@\\]+$/.test(host);

/**
 * Refuses what no page can be asked for, a form from another site, and a body that is far too large, before any page
 * code runs.
 */
function refuse(request: FastifyRequest): { status: number; text: string } | undefined {
  const { host, protocol, url } = request;
  if (!isPlainHost(host) || !URL.canParse(`${protocol}://${host}${url}`)) {
    return { status: 400, text: 'Malformed address' };
  }
  if (!PAGE_METHODS.includes(request.method)) return { status: 405, text: 'Method not allowed' };
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isForeign = origin ? !URL.canParse(origin) || new URL(origin).host !== host : false;
  if (isForeign || (site && site !== 'same-origin' && site !== 'none')) {
    return { status: 403, text: 'This form was sent from another site' };
  }
  if (Number(request.headers['content-length'] ?? 0) > maxFormBytes) {
    return { status: 413, text: 'This form is too large' };
  }
  return undefined;
}

function send(reply: FastifyReply, { status, headers, cookies, body, giveBack }: RenderedPage): FastifyReply {
  // After the last byte was handed to the system, and also after the connection broke.
  if (giveBack) reply.raw.once('close', giveBack);
  reply.code(status);
  for (const [name, value] of headers) reply.header(name, value);
  for (const cookie of cookies) reply.header('set-cookie', cookie);
  return body ? reply.send(body) : reply.send();
}

async function loadBuilt(app: FastifyInstance, { root, site }: WebOptions): Promise<() => Pages> {
  const client = join(root, 'web/build/client');
  await app.register(fastifyStatic, {
    root: client,
    // Each file gets its own route, so that every other address goes to the pages.
    wildcard: false,
    decorateReply: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', '.vite/**', 'check-in/**', 'assets/**'],
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=3600');
      reply.header('x-content-type-options', 'nosniff');
    },
  });
  await serveAssets(app, join(client, 'assets'));
  const build: ServerBuild = await import(pathToFileURL(join(root, 'web/build/server/index.js')).href);
  const pages = preparePages(build, { mode: 'production', defaultLocale: site.defaultLocale });
  return () => pages;
}

async function startVite(app: FastifyInstance, { root, site }: WebOptions): Promise<() => Promise<Pages>> {
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
  return async () => {
    const build = await vite.ssrLoadModule('virtual:react-router/server-build');
    return preparePages(build as ServerBuild, { mode: 'development', defaultLocale: site.defaultLocale });
  };
}
