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
  'ticket-mails',
  'ticket-mails-to',
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
  /** How the process ended; null while it runs. */
  exit: () => Exit | null;
  exited: Promise<Exit>;
  /** Ends the process without warning, like a power cut. */
  kill: () => Promise<void>;
  /** Ends the process as an operator does. */
  stop: () => Promise<Exit>;
  /** Milliseconds from the start to the first answer; null if the process ended before. */
  ready: Promise<number | null>;
};

export type ApplicationOptions = {
  databaseUrl: string;
  port: number;
  dataDir: string;
  logFile: string;
  mischief: string;
  /** Where the process reaches its bank, if not directly. */
  bankAt: string;
  failpoint?: string;
};

/** A port that is free at this moment. */
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

/** Starts the application like an installation: a separate process for server and jobs. */
export function startApplication(options: ApplicationOptions): Application {
  const log = openSync(options.logFile, 'a');
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      // Every start compiles the same files, so they share a cache.
      NODE_COMPILE_CACHE: join(options.dataDir, 'compiled'),
      DATABASE_URL: options.databaseUrl,
      DATA_DIR: options.dataDir,
      PORT: String(options.port),
      // All processes have one address, as behind a load balancer.
      BASE_URL: 'http://localhost:4380',
      SECRET: 'a-secret-for-chaos-runs-0123456789abcdef',
      SEED: 'off',
      MAILBOX: 'on',
      TEST_BANK: 'on',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      // The clients repeat requests during the whole outage. Rate limits would treat them as attackers.
      RATE_LIMITS: UNLIMITED,
      TEST_BANK_MISCHIEF: options.mischief,
      TEST_BANK_AT: options.bankAt,
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
