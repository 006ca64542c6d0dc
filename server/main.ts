import { flushCompileCache } from 'node:module';
import { parseArgs } from 'node:util';
import { resetFactorsByOperator } from './accounts/factors/service.ts';
import { findUserByEmail } from './accounts/queries.ts';
import { buildApp } from './app.ts';
import { sealRawKeys } from './catalog/events/sealing.ts';
import { type Config, loadConfig } from './config/environment.ts';
import { ConfigError } from './config/problems.ts';
import { type Database, openDatabase } from './db/client.ts';
import { startEmbeddedPostgres } from './db/embedded/start.ts';
import { errorCodeOf } from './db/errors.ts';
import { migrate } from './db/migrate.ts';
import { whenThere } from './db/patience.ts';
import { EXIT, runVerify } from './operations/verify/command.ts';
import { openFiles } from './platform/files.ts';
import { migrateJobs, startWorker } from './platform/jobs/worker.ts';
import { listen } from './platform/listening/listen.ts';
import { loggerOptions } from './platform/log.ts';
import { createThrottle } from './platform/log-throttle.ts';
import { collectAtRest } from './platform/memory/rest.ts';
import { readers, workers } from './platform/workers/shared.ts';

type Stop = () => Promise<void>;

/** Longer than the time that running requests and jobs get to end. */
const STOP_MS = 30_000;

const say = (line: string) => process.stdout.write(`${line}\n`);
const sayBeside = (line: string) => process.stderr.write(`${line}\n`);

/** Stops what was started, last first. Every step runs even if an earlier one failed. */
function stopper(steps: Stop[]): Stop {
  return async () => {
    for (const stop of steps.reverse())
      await stop().catch((error: unknown) => say(`While stopping: ${String(error)}`));
  };
}

async function findDatabase(config: Config, steps: Stop[], log = say): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl;
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log, join: true });
  steps.push(embedded.stop);
  return embedded.url;
}

/** A database that goes away ends many connections at once. */
const throttle = createThrottle();

async function prepare(config: Config, steps: Stop[]): Promise<Database> {
  const url = await findDatabase(config, steps);
  await whenThere(
    async () => {
      await migrate({ url, log: say });
      await migrateJobs(url);
    },
    { say },
  );
  const database = openDatabase({
    url,
    poolSize: config.databasePoolSize,
    doorPoolSize: config.doorPoolSize,
    applicationName: `entrada ${config.role}`,
    onConnectionError: ({ message }) =>
      throttle(message, (count) => say(`${count} x a database connection was lost: ${message}`)),
  });
  steps.push(database.close);
  return database;
}

async function serve(config: Config, dev: boolean, steps: Stop[]): Promise<void> {
  const database = await prepare(config, steps);
  const files = openFiles(config);
  steps.push(workers.close, readers.close);
  const built = await buildApp({
    config,
    database,
    files,
    logger: loggerOptions(config.mode === 'demo' && config.logLevel === 'info' ? 'warn' : config.logLevel),
    pages: config.role === 'worker' ? 'none' : dev ? 'dev' : 'built',
  });
  steps.push(() => built.app.close());
  const sealed = await whenThere(() => sealRawKeys(database.db), { say });
  if (sealed > 0) say(`Encrypted the ticket keys of ${sealed} events`);
  if (config.role !== 'worker') await listen(built.app, { host: config.host, port: config.port });
  else await built.app.ready();
  if (config.role !== 'web') {
    const bank = built.startTestBank();
    steps.push(bank.stop);
    const starting = startWorker({
      pool: database.pool,
      jobs: built.jobs,
      schedules: built.schedules,
      ticks: built.ticks,
      ctx: built.jobCtx,
    });
    // A signal may come while it starts: the database closes after it.
    steps.push(async () => (await starting).stop());
    await starting;
  }
  if (config.seed) {
    const { seedDemo } = await import('./operations/demo/seed.ts');
    const login = await whenThere(() => seedDemo({ built, database, files, config, log: say }), { say });
    announce(config, built.app.server.address(), login);
  } else announce(config, built.app.server.address(), null);
  // Otherwise only a process that ends by itself would keep it.
  flushCompileCache();
  collectAtRest();
}

function announce(
  config: Config,
  address: unknown,
  login: { email: string; password: string | null } | null,
): void {
  const port =
    typeof address === 'object' && address !== null && 'port' in address ? Number(address.port) : config.port;
  const url = config.baseUrl.replace(/:0$/, `:${port}`);
  say('');
  say(`Entrada is ready: ${config.role === 'worker' ? 'this process runs jobs' : url}`);
  if (login) {
    say(
      `  Demo login:  ${login.email}  ${login.password ?? '(the password was printed on the first start)'}`,
    );
    if (config.mailbox) say(`  Mailbox:     ${url}/dev/mailbox`);
    say(`  API:         ${url}/api/docs`);
  }
  say('  Ctrl-C stops everything.');
}

/** Verifies the database and prints the result. Starts no web server and applies no migrations. */
async function verifyDatabase(config: Config, json: boolean, steps: Stop[]): Promise<number> {
  const url = await findDatabase(config, steps, json ? sayBeside : say);
  const database = openDatabase({
    url,
    poolSize: 1,
    applicationName: 'entrada verify',
    onConnectionError: (error) => sayBeside(`The database connection was lost: ${error.message}`),
    silenceMs: null,
  });
  steps.push(database.close);
  return runVerify({ url, db: database.db, json, print: say });
}

/** For somebody who lost every second factor and has nobody in the account to ask (docs/decisions/084). */
async function resetLostFactors(config: Config, email: string, steps: Stop[]): Promise<boolean> {
  const url = await findDatabase(config, steps);
  const database = openDatabase({
    url,
    poolSize: 1,
    applicationName: 'entrada reset-factors',
    onConnectionError: (error) => sayBeside(`The database connection was lost: ${error.message}`),
  });
  steps.push(database.close);
  return resetFactorsByOperator(database.db, (tx) => findUserByEmail(tx, email));
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { dev: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
  });
  const command = positionals[0] ?? 'serve';
  const steps: Stop[] = [];
  const stop = stopper(steps);
  let stopping = false;
  const end = async (code: number) => {
    if (stopping) return;
    stopping = true;
    // If a signal comes during the start, some parts are only half started and may never stop.
    setTimeout(() => process.exit(code), STOP_MS).unref();
    await stop();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  try {
    const config = await loadConfig(process.env);
    if (command === 'serve') return await serve(config, values.dev, steps);
    if (command === 'migrate') {
      await prepare(config, steps);
      say('The database is up to date.');
      return await end(0);
    }
    if (command === 'verify') return await end(await verifyDatabase(config, values.json, steps));
    if (command === 'reset-factors') {
      const email = positionals[1] ?? '';
      const isDone = await resetLostFactors(config, email, steps);
      say(isDone ? `${email} signs in with the password alone now.` : `Nobody has the address ${email}.`);
      return await end(isDone ? 0 : 1);
    }
    throw new Error(`Unknown command ${command}: use serve, migrate, verify or reset-factors`);
  } catch (error) {
    // What was still starting has lost what it needs.
    if (stopping) return;
    const isVerify = command === 'verify';
    (isVerify ? sayBeside : say)(error instanceof ConfigError ? error.message : describe(error));
    await end(isVerify ? EXIT.refused : 1);
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (errorCodeOf(error) === 'EADDRINUSE')
    return `${error.message}. Another program uses this port: set PORT to a free one.`;
  return error.stack ?? error.message;
}

await run();
