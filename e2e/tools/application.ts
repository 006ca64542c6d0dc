import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { folderForDatabases } from '../../server/test/in-memory.ts';

const ROOT = join(import.meta.dirname, '../..');
const START_MS = 90_000;
const STOP_MS = 60_000;

function freePort(): Promise<number> {
  return new Promise((done, refuse) => {
    const server = createServer();
    server.once('error', refuse);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

type Running = { child: ChildProcess; said: () => string };

function startServer(env: Record<string, string>): Running {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  return { child, said: () => output };
}

async function untilReady({ child, said }: Running, baseUrl: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The application ended while starting:\n${said()}`);
    const isReady = await fetch(`${baseUrl}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (isReady) return;
    await wait(100);
  }
  throw new Error(`The application is not ready after ${START_MS / 1000} s:\n${said()}`);
}

async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const inTime = await Promise.race([ended.then(() => true), wait(STOP_MS, false)]);
  if (inTime) return;
  child.kill('SIGKILL');
  await ended;
  throw new Error(`The application did not stop within ${STOP_MS / 1000} s`);
}

/** The database address with the application's own role. The application stores the password in its data folder. */
async function databaseUrl(dataDir: string): Promise<string> {
  const state: unknown = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'));
  const { port, password } = state as { port: number; password: string };
  return `postgres://entrada:${password}@127.0.0.1:${port}/entrada`;
}

/** The errors in the log. Each is a request that was answered with 5xx, or a failed job. */
function loggedErrors(output: string): string[] {
  return output.split('\n').filter((line) => {
    const level = /^\{"level":(\d+)/.exec(line)?.[1];
    return level !== undefined && Number(level) >= 50;
  });
}

export type Application = {
  baseUrl: string;
  databaseUrl: string;
  /** Ends the application and deletes its data. Throws if it logged an error. */
  stop: () => Promise<void>;
};

/**
 * Starts the real application with its own data. `settings` are added to those that every journey needs. With a
 * `DATABASE_URL` it is a further process on that database. `host`: the name of this computer in its address.
 */
export async function startApplication(
  settings: Record<string, string> = {},
  host = '127.0.0.1',
): Promise<Application> {
  if (!existsSync(join(ROOT, 'web/build/server')))
    throw new Error('The pages are not built: run npm run build first.');
  const dataDir = await mkdtemp(join(folderForDatabases(), 'entrada-e2e-'));
  // If we run as root, PostgreSQL runs under another account, which needs access to its folder.
  await chmod(dataDir, 0o711);
  const port = await freePort();
  const baseUrl = `http://${host}:${port}`;
  const running = startServer({
    NODE_ENV: 'production',
    MODE: 'demo',
    SEED: 'off',
    DATABASE_URL: '',
    SMTP_URL: '',
    DATA_DIR: dataDir,
    PORT: String(port),
    BASE_URL: baseUrl,
    DEFAULT_LOCALE: 'en',
    // Every test is a visitor with a different address, so rate limits stay on.
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
    // As `npm start` does: a start then takes half the processor's time.
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
    ...settings,
  });
  const { child } = running;
  const killNow = () => child.kill('SIGTERM');
  process.once('exit', killNow);
  const end = async () => {
    try {
      await stopServer(child);
    } finally {
      process.off('exit', killNow);
      await rm(dataDir, { recursive: true, force: true });
    }
  };
  try {
    await untilReady(running, baseUrl);
    const stop = async () => {
      await end();
      const errors = loggedErrors(running.said());
      if (errors.length > 0) throw new Error(`The application logged errors:\n${errors.join('\n')}`);
    };
    return { baseUrl, databaseUrl: settings['DATABASE_URL'] || (await databaseUrl(dataDir)), stop };
  } catch (error) {
    await end();
    throw error;
  }
}
