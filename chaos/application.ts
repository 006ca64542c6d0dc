import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '..');
const READY_MS = 60_000;
const UNLIMITED = [
  'reserve',
  'reserve-hard',
  'payment',
  'payment-hard',
  'details-hard',
  'lookup',
  'lookup-miss',
  'promo',
  'promo-miss',
]
  .map((name) => `${name}=1000000/60`)
  .join(',');

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

export type Application = {
  origin: string;
  startedAt: number;
  /** Why it is no more; null while it runs. */
  exit: () => Exit | null;
  exited: Promise<Exit>;
  /** Ends it as a power cut does. */
  kill: () => Promise<void>;
  /** Ends it as an operator does. */
  stop: () => Promise<Exit>;
  /** Milliseconds from its start to its first answer; null when it ended before. */
  ready: Promise<number | null>;
};

export type ApplicationOptions = {
  databaseUrl: string;
  port: number;
  dataDir: string;
  logFile: string;
  mischief: string;
  failpoint?: string;
};

/** A port that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((done, refuse) => {
    const server = createServer();
    server.once('error', refuse);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Starts the application as an installation does: a process of its own, server and jobs in one. */
export function startApplication(options: ApplicationOptions): Application {
  const log = openSync(options.logFile, 'a');
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      // The same files are compiled for every start.
      NODE_COMPILE_CACHE: join(options.dataDir, 'compiled'),
      DATABASE_URL: options.databaseUrl,
      DATA_DIR: options.dataDir,
      PORT: String(options.port),
      // One address for all processes, as behind a load balancer.
      BASE_URL: 'http://localhost:4380',
      SECRET: 'a-secret-for-chaos-runs-0123456789abcdef',
      SEED: 'off',
      MAILBOX: 'on',
      TEST_BANK: 'on',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      // A client that tries again all through an outage is no attacker here.
      RATE_LIMITS: UNLIMITED,
      TEST_BANK_MISCHIEF: options.mischief,
      ...(options.failpoint && { FAILPOINT: options.failpoint }),
    },
  });
  closeSync(log);
  const endWithUs = () => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  let exit: Exit | null = null;
  const exited = new Promise<Exit>((done) => {
    child.once('error', () => done({ code: -1, signal: null }));
    child.once('exit', (code, signal) => {
      exit = { code, signal };
      process.off('exit', endWithUs);
      done(exit);
    });
  });
  const startedAt = performance.now();
  const origin = `http://127.0.0.1:${options.port}`;
  return {
    origin,
    startedAt,
    exit: () => exit,
    exited,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    stop: async () => {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
      const how = await exited;
      clearTimeout(late);
      return how;
    },
    ready: untilReady(origin, startedAt, () => exit !== null),
  };
}

async function untilReady(origin: string, startedAt: number, isGone: () => boolean): Promise<number | null> {
  while (!isGone() && performance.now() - startedAt < READY_MS) {
    if (await answers(origin)) return performance.now() - startedAt;
    await wait(25);
  }
  return null;
}

/** Whether the application and its database answer. */
export async function answers(origin: string): Promise<boolean> {
  try {
    const reply = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5_000) });
    await reply.body?.cancel();
    return reply.ok;
  } catch {
    return false;
  }
}
