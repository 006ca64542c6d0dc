import { join } from 'node:path';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { Config } from './config/environment.ts';
import type { Database } from './db/client.ts';
import { type Feature, features } from './features.ts';
import type { PaymentProvider } from './payment-providers/port.ts';
import { withBreaker } from './payment-providers/stripe/breaker.ts';
import { type Deliveries, startTestBankDeliveries } from './payment-providers/test-bank/deliveries.ts';
import { readBankAddress, readMischief } from './payment-providers/test-bank/environment.ts';
import { registerTestBank, type TestBankOptions } from './payment-providers/test-bank/plugin.ts';
import { createTestBankProvider } from './payment-providers/test-bank/provider.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Ctx } from './platform/context.ts';
import { openDrawings } from './platform/documents/draw.ts';
import type { FileStore } from './platform/files.ts';
import { denyUndeclared, denyUndescribed } from './platform/http/declared.ts';
import { registerDocs } from './platform/http/docs.ts';
import { registerErrors, sendError } from './platform/http/errors.ts';
import { createIdempotencyMemory } from './platform/http/idempotency.ts';
import { createLimiters } from './platform/http/limits.ts';
import { parseJsonQuickly } from './platform/http/parse.ts';
import { createProofs } from './platform/http/proof-of-work.ts';
import { type Api, nameAnswer } from './platform/http/route.ts';
import type { Job, JobCtx, Schedule, Tick } from './platform/jobs/job.ts';
import { areJobsLate } from './platform/jobs/queries.ts';
import { createSharedLimiters } from './platform/limits/shared.ts';
import { openTransport, sendMailJob, sweepMailsJob } from './platform/mail/mailer.ts';
import { createSharedPages } from './platform/pages/shared-pages.ts';
import { registerWeb } from './platform/pages/web.ts';

export type AppOptions = {
  config: Config;
  database: Database;
  files: FileStore;
  /** Replaces what the configuration names, in tests. */
  provider?: PaymentProvider | null;
  testBank?: Partial<Pick<TestBankOptions, 'mischief' | 'settleDelayMs' | 'faults'>>;
  clock?: Clock;
  logger?: FastifyServerOptions['logger'];
  /** Shorter times for callers and answers, in tests. */
  patience?: Partial<typeof PATIENCE>;
  /** How pages are served: built, through Vite, or not at all (API only, as in most tests). */
  pages?: 'built' | 'dev' | 'none';
};

export type App = {
  app: FastifyInstance;
  /** Every route that was bound, files included. */
  routes: Api['routes'];
  jobs: Job[];
  schedules: Schedule[];
  ticks: Tick[];
  jobCtx: JobCtx;
  /** Takes the cards; null if none is set up. */
  provider: PaymentProvider | null;
  /** Starts to deliver the test bank's webhooks, if there is a test bank. Call it once the server listens. */
  startTestBank: () => { stop: () => Promise<void> };
};

const ROOT = join(import.meta.dirname, '..');
const BODY_LIMIT = 100 * 1024;
/**
 * How long a caller may take to send the headers and the whole request, and how often that is looked at. `answerMs`: how
 * long we may take to answer. That is more than one statement of the database or one call of the provider may take.
 */
const PATIENCE = { headersMs: 10_000, requestMs: 30_000, everyMs: 1000, answerMs: 20_000 };
const STRIPE_API = 'https://api.stripe.com';

/**
 * Builds the application. It does not listen and starts no jobs: main.ts does both, and tests use `inject`.
 */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, database } = options;
  const patience = { ...PATIENCE, ...options.patience };
  const clock = options.clock ?? systemClock;
  const app: FastifyInstance = Fastify({
    logger: options.logger ?? false,
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    requestTimeout: patience.requestMs,
    http: {
      headersTimeout: patience.headersMs,
      requestTimeout: patience.requestMs,
      connectionsCheckingInterval: patience.everyMs,
    },
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    return503OnClosing: true,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 600 },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  });
  await app.register(cookie);
  parseJsonQuickly(app);
  registerErrors(app);
  const bound = denyUndeclared(app);
  app.addHook('onSend', (request, reply, _payload, done) => {
    nameAnswer(config, request, reply);
    done();
  });

  const sharedCtx: Omit<Ctx, 'log' | 'requestId' | 'now'> = {
    db: database.db,
    actor: { kind: 'system' },
    locale: config.defaultLocale,
    config,
  };
  const jobCtx: JobCtx = { ...sharedCtx, now: clock.now(), log: app.log, requestId: null };
  const bank = config.testBank ? await addTestBank(app, options) : null;
  const provider =
    options.provider !== undefined
      ? options.provider
      : ((await makeStripe(config)) ?? bank?.provider ?? null);
  const { files } = options;
  const drawings = openDrawings({ config, files, log: app.log });
  const built: Feature = features({ config, database, files, drawings, provider, clock });
  const api: Api = {
    app,
    db: database.db,
    config,
    clock,
    limiters: createLimiters(config.rateLimits),
    shared: createSharedLimiters(database.db, config.rateLimits),
    proofs: createProofs(config.secret, clock),
    memory: createIdempotencyMemory(),
    answerMs: patience.answerMs,
    routes: [],
    findSession: built.findSession(database.db),
  };
  built.routes(api);
  await app.after();
  denyUndescribed(bound, api.routes);
  registerDocs(api);
  registerHealth(app, database);
  if (options.pages === 'built' || options.pages === 'dev') {
    await registerWeb(app, {
      dev: options.pages === 'dev',
      root: ROOT,
      hasDoorWorker: config.hasDoorWorker,
      stripe: config.stripe ? { apiOrigin: new URL(config.stripe.apiBase ?? STRIPE_API).origin } : null,
      site: {
        mode: config.mode,
        baseUrl: config.baseUrl,
        defaultLocale: config.defaultLocale,
        termsUrl: config.termsUrl ?? null,
        privacyUrl: config.privacyUrl ?? null,
      },
      findUser: (request) => built.pageUser(api, request),
      mayHold: built.mayHold,
      onPage: built.onPage,
      shared: createSharedPages({
        limiters: api.limiters,
        now: options.clock ? () => clock.now().getTime() : () => performance.now(),
      }),
    });
  }
  const sweepMails = sweepMailsJob();
  const transport = openTransport(config);
  app.addHook('onClose', async () => transport?.close());
  const { composers } = built;
  const jobs = [...built.jobs, sendMailJob({ composers, transport, drawings }), sweepMails];
  const schedules = [...built.schedules, { job: sweepMails, crontab: '* * * * *' }];
  const startTestBank = () => bank?.start() ?? { stop: async () => undefined };
  const { routes } = api;
  return { app, routes, jobs, schedules, ticks: built.ticks, jobCtx, provider, startTestBank };
}

function trustedProxies(
  trusted: Config['trustProxy'],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted;
}

/** The SDK is loaded only if Stripe is configured, because loading is slow. */
async function makeStripe({ stripe }: Config): Promise<PaymentProvider | null> {
  if (!stripe) return null;
  const { createStripeProvider } = await import('./payment-providers/stripe/provider.ts');
  return withBreaker(createStripeProvider(stripe));
}

/**
 * The address under which this process reaches itself. If it does not listen, the public address of the
 * installation.
 */
function ownAddress(app: FastifyInstance, config: Config): string {
  const address = app.server.address();
  return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : config.baseUrl;
}

async function addTestBank(app: FastifyInstance, { config, database, testBank: given }: AppOptions) {
  const testBank = { ...readMischief(process.env, config.mode), ...given };
  let deliveries: Deliveries | null = null;
  const { pool } = database;
  const secret = config.secret;
  const address = readBankAddress(process.env, config.mode);
  await registerTestBank(app, {
    pool,
    secret,
    baseUrl: config.baseUrl,
    defaultLocale: config.defaultLocale,
    kick: () => deliveries?.kick(),
    ...testBank,
  });
  return {
    provider: createTestBankProvider({ baseUrl: () => address ?? ownAddress(app, config), secret }),
    start: () => {
      deliveries = startTestBankDeliveries({
        pool,
        secret,
        webhookUrl: `${ownAddress(app, config)}/api/public/webhooks/test_bank`,
        onError: (error) => app.log.warn({ err: error }, 'test bank delivery failed'),
        ...(testBank.mischief && { mischief: testBank.mischief }),
      });
      return deliveries;
    },
  };
}

/**
 * `/healthz`: the process answers. `/readyz`: the database answers too, so the shop sells. If jobs are late meanwhile, so
 * that mails and webhooks wait, it stays 200 and its body says so.
 */
function registerHealth(app: FastifyInstance, database: Database): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    try {
      const isLate = await areJobsLate(database.db);
      return { status: 'ready', ...(isLate && { degraded: 'jobs' }) };
    } catch {
      return reply.code(503).header('retry-after', '2').send({ status: 'database unavailable' });
    }
  });
}
