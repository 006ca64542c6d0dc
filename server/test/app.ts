import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COOKIES, HEADERS } from '@entrada/contract/constants';
import type { Endpoint, InputOf, OutputOf } from '@entrada/contract/endpoint';
import type { Problem } from '@entrada/contract/errors';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { type App, type AppOptions, buildApp } from '../app.ts';
import { type Config, parseConfig } from '../config/environment.ts';
import { openFiles } from '../platform/files.ts';
import { xsrfToken } from '../platform/http/session.ts';
import { useTestDatabase } from './database.ts';
import { jobRuns } from './jobs/job-runs.ts';
import { TEST_SECRET } from './secret.ts';

/** Tests make many orders for the same few people. */
const SAME_BUYERS: Config['rateLimits'] = {
  'ticket-mails': { points: 1e6, seconds: 60 },
  'ticket-mails-to': { points: 1e6, seconds: 60 },
};

export type Reply<E> = {
  status: number;
  headers: LightMyRequestResponse['headers'];
  body: OutputOf<E>;
  problem: Problem;
  cookies: Record<string, string>;
};

type Actor = {
  /** A session token. It is sent as a browser does: cookie and XSRF header. */
  token?: string;
  /** A session token that is sent as a bearer token instead. */
  bearer?: string;
  /** The visitor's address, as a trusted proxy names it. By default every client has its own address. */
  address?: string;
  cookies?: Record<string, string>;
};

let addresses = 0;
const nextAddress = () => {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

/**
 * A client of the API: `client.call(endpoint, input)`. It keeps the cookies that the server sets, as a
 * browser does.
 */
function makeClient(app: App['app'], actor: Actor = {}) {
  const address = actor.address ?? nextAddress();
  const jar: Record<string, string> = { ...actor.cookies };
  if (actor.token) jar[COOKIES.session] = actor.token;

  const send = async (request: {
    method: string;
    url: string;
    headers?: Record<string, string>;
    payload?: string | Buffer;
  }) => {
    const session = jar[COOKIES.session];
    const reply = await app.inject({
      method: request.method as 'GET',
      url: request.url,
      headers: {
        'x-forwarded-for': address,
        ...(session && { [HEADERS.xsrf]: xsrfToken(TEST_SECRET, session) }),
        ...(actor.bearer && { authorization: `Bearer ${actor.bearer}` }),
        ...request.headers,
      },
      cookies: jar,
      ...(request.payload !== undefined && { payload: request.payload }),
    });
    for (const cookie of reply.cookies) {
      if (cookie.value === '' || cookie.maxAge === 0) delete jar[cookie.name];
      else jar[cookie.name] = cookie.value;
    }
    return reply;
  };

  const call = async <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options: { idempotencyKey?: string; headers?: Record<string, string> } = {},
  ): Promise<Reply<E>> => {
    const parts = input as {
      params?: Record<string, unknown>;
      query?: Record<string, string>;
      body?: unknown;
    };
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String(parts.params?.[name])),
    );
    const query =
      parts.query && Object.keys(parts.query).length > 0 ? `?${new URLSearchParams(parts.query)}` : '';
    const reply = await send({
      method: endpoint.method,
      url: `/api${path}${query}`,
      headers: {
        ...(parts.body !== undefined && { 'content-type': 'application/json' }),
        ...(options.idempotencyKey && { [HEADERS.idempotency]: options.idempotencyKey }),
        ...options.headers,
      },
      ...(parts.body !== undefined && { payload: JSON.stringify(parts.body) }),
    });
    const body: unknown =
      reply.body && reply.headers['content-type']?.toString().includes('json')
        ? JSON.parse(reply.body)
        : undefined;
    return {
      status: reply.statusCode,
      headers: reply.headers,
      body: body as OutputOf<E>,
      problem: body as Problem,
      cookies: jar,
    };
  };

  return { call, send, jar, address };
}

export type Client = ReturnType<typeof makeClient>;

/**
 * The whole application on its own database for one test file. It serves pages only if asked (`npm run build`
 * builds them). `app.as(actor)` gives a client, `runJobs()` runs all due jobs, `travel(seconds)` moves the
 * database's clock.
 */
export async function buildTestApp(
  overrides: Partial<
    Pick<AppOptions, 'provider' | 'clock' | 'logger' | 'testBank' | 'pages' | 'patience'>
  > & {
    config?: Partial<Config>;
    /** The database of another instance, which this one shares. By default a new database. */
    database?: Awaited<ReturnType<typeof useTestDatabase>>;
    poolSize?: number;
  } = {},
) {
  const database =
    overrides.database ??
    (await useTestDatabase(overrides.poolSize === undefined ? {} : { poolSize: overrides.poolSize }));
  const dataDir = await mkdtemp(join(tmpdir(), 'entrada-test-'));
  afterAll(() => rm(dataDir, { recursive: true, force: true }));
  const config: Config = {
    ...parseConfig({ DATA_DIR: dataDir, TRUST_PROXY: '1', LOG_LEVEL: 'silent', SECRET: TEST_SECRET }),
    secret: TEST_SECRET,
    ...overrides.config,
    rateLimits: { ...SAME_BUYERS, ...overrides.config?.rateLimits },
  };
  const files = openFiles(config);
  const built = await buildApp({
    config,
    database: { ...database, close: async () => undefined },
    files,
    ...(overrides.provider !== undefined && { provider: overrides.provider }),
    ...(overrides.testBank && { testBank: overrides.testBank }),
    ...(overrides.clock && { clock: overrides.clock }),
    ...(overrides.logger && { logger: overrides.logger }),
    ...(overrides.pages && { pages: overrides.pages }),
    ...(overrides.patience && { patience: overrides.patience }),
  });
  await built.app.ready();
  afterAll(() => built.app.close());
  const runs = jobRuns({ pool: database.pool, db: database.db, jobs: built.jobs, ctx: built.jobCtx });
  afterAll(runs.end);
  return {
    ...built,
    config,
    database,
    db: database.db,
    files,
    as: (actor: Actor = {}) => makeClient(built.app, actor),
    runJobs: runs.run,
    /** Sets how far the database's clock is ahead of the real clock. */
    travel: (seconds: number) =>
      sql
        .raw(`create or replace function app.now() returns timestamptz language sql stable parallel safe
        as 'select pg_catalog.now() + interval ''${Math.trunc(seconds)} seconds'''`)
        .execute(database.db),
    key: () => randomBytes(12).toString('base64url'),
  };
}

export type TestApp = Awaited<ReturnType<typeof buildTestApp>>;
