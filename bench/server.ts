import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../server/app.ts';
import { type Config, parseConfig } from '../server/config/environment.ts';
import { openDatabase } from '../server/db/client.ts';
import { systemClock } from '../server/platform/clock.ts';
import { openFiles } from '../server/platform/files.ts';
import { createIdempotencyMemory } from '../server/platform/http/idempotency.ts';
import { createLimiters } from '../server/platform/http/limits.ts';
import { createProofs } from '../server/platform/http/proof-of-work.ts';
import { startWorker } from '../server/platform/jobs/worker.ts';
import { createSharedLimiters } from '../server/platform/limits/shared.ts';
import { listen } from '../server/platform/listening/listen.ts';
import { collectAtRest } from '../server/platform/memory/rest.ts';
import { readers, workers } from '../server/platform/workers/shared.ts';
import { baselineRoutes } from './contestants/routes.ts';
import { SECRET } from './secret.ts';

/** The options from the parent process, as the only argument in JSON. */
export type ServerOptions = {
  databaseUrl: string;
  /**
   * Expires overdue holds and delivers the test bank's webhooks, as a complete installation does. Mails stay
   * queued without `mails`.
   */
  worker: boolean;
  mails?: boolean;
  /** The mail server that takes the mails. Without it they go into the mailbox. */
  smtpUrl?: string;
  /** Also serves the built pages. */
  pages: boolean;
};

/** In megabytes. `heapMb` and `heldMb`: what the JavaScript of the main thread uses, and what V8 holds for it. */
export type Memory = {
  rssMb: number;
  peakMb: number;
  heapMb: number;
  heldMb: number;
  /** Buffers and strings beside the heap. */
  outsideMb: number;
  /** Threads that draw and write mails. */
  threads: number;
};

const CONTESTANT_CONNECTIONS = 20;

const options = JSON.parse(process.argv[2] ?? '{}') as ServerOptions;
const dataDir = await mkdtemp(join(tmpdir(), 'entrada-bench-files-'));
const config: Config = {
  ...parseConfig({
    DATA_DIR: dataDir,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
    SEED: 'off',
    SECRET,
    DATABASE_URL: options.databaseUrl,
  }),
  secret: SECRET,
  smtpUrl: options.smtpUrl,
  bulkMailsPerDay: 1e6,
  messagesPerDay: 1e6,
  messagesPerDayAtFirst: 1e6,
  // One organizer downloads everything in every round, and buyers are the same few people.
  rateLimits: {
    'ticket-mails': { points: 1e6, seconds: 60 },
    'ticket-mails-to': { points: 1e6, seconds: 60 },
    export: { points: 1e6, seconds: 60 },
    'export-rows': { points: 1e6, seconds: 60 },
    'login-address': { points: 1e6, seconds: 60 },
    'login-account': { points: 1e6, seconds: 60 },
    upload: { points: 1e6, seconds: 60 },
  },
};
const complain = (error: Error) =>
  process.stderr.write(`A connection of the bench was lost: ${error.message}\n`);
const open = (applicationName: string, poolSize: number) =>
  openDatabase({ url: options.databaseUrl, poolSize, applicationName, onConnectionError: complain });

const database = open('entrada bench', config.databasePoolSize);
const contestants = open('bench contestants', CONTESTANT_CONNECTIONS);
const pages = options.pages ? 'built' : 'none';
const built = await buildApp({ config, database, files: openFiles(config), pages });
baselineRoutes(
  {
    app: built.app,
    db: database.db,
    config,
    clock: systemClock,
    limiters: createLimiters(config.rateLimits),
    shared: createSharedLimiters(database.db, config.rateLimits),
    proofs: createProofs(config.secret, systemClock),
    memory: createIdempotencyMemory(),
    answerMs: 20_000,
    findSession: async () => null,
    routes: [],
  },
  contestants,
);
await listen(built.app, { host: '127.0.0.1', port: 0 });
const bank = options.worker ? built.startTestBank() : null;
const worker = options.worker
  ? await startWorker({
      pool: database.pool,
      jobs: built.jobs.filter((job) => options.mails || job.name !== 'send_mail'),
      schedules: built.schedules,
      ticks: built.ticks,
      ctx: built.jobCtx,
    })
  : null;

collectAtRest();
const MB = 1024 ** 2;
function memory(): Memory {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  return {
    rssMb: rss / MB,
    peakMb: process.resourceUsage().maxRSS / 1024,
    heapMb: heapUsed / MB,
    heldMb: heapTotal / MB,
    outsideMb: external / MB,
    threads: workers.threads(),
  };
}

async function stop(): Promise<void> {
  await built.app.close();
  await worker?.stop();
  await bank?.stop();
  await Promise.all([workers.close(), readers.close()]);
  await database.close();
  await contestants.close();
  await rm(dataDir, { recursive: true, force: true });
  process.exit(0);
}
process.on('message', (message) => {
  if (message === 'stop') void stop();
  if (message === 'memory') process.send?.(memory());
});
process.on('disconnect', () => void stop());

const address = built.app.server.address();
process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
