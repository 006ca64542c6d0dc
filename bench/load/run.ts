import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Job } from './requests.ts';

export type LoadSpec = {
  port: number;
  /** Connections, each with one request under way. */
  clients: number;
  job: Job;
  /** Ends after this time, once each client was answered twice, or after so many requests. */
  durationMs: number;
  requests?: number;
  /** Requests a second over all clients, evenly spaced; as fast as they are answered unless given. */
  perSecond?: number;
  /** Replies with this text are counted. */
  counts?: string;
};

export type LoadResult = {
  /** Replies within the time. */
  replies: number;
  seconds: number;
  byStatus: Record<string, number>;
  /** Connections that broke. */
  broken: number;
  /** Replies that held the text of `LoadSpec.counts`. */
  counted: number;
  p50: number;
  p99: number;
  max: number;
};

export type Load = {
  run: (spec: LoadSpec) => Promise<LoadResult>;
  stop: () => void;
};

/** A spec as the generator gets it: no two runs share a buyer's address, key or seed. */
export type NumberedSpec = LoadSpec & { seed: number; firstAddress: number };

const ADDRESSES_PER_RUN = 40_000;

/**
 * Starts the load generator, a process of its own that lives for the whole run, so that each contestant meets it warm.
 *
 * It is our own and not autocannon, with which each request (its own key, address and body) must be set up by a callback
 * anyhow. Interleaved against the constant reply, four rounds each: ours 17 to 19k replies a second against 9 to 16k at 64
 * clients but for a cold first round with 8k each, and 13 to 17k against 12 to 14k at 256, with a p99 no higher. What the
 * generator does not use of the cores, the server and PostgreSQL have.
 */
export async function startLoad(seed: number): Promise<Load> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'worker.ts'), {
    stdio: 'inherit',
    serialization: 'advanced',
  });
  let runs = 0;
  const run = (spec: LoadSpec) =>
    new Promise<LoadResult>((done, refuse) => {
      const ended = () => refuse(new Error('The load generator ended'));
      child.once('exit', ended);
      child.once('message', (message: { error?: string; result?: LoadResult }) => {
        child.removeListener('exit', ended);
        if (message.result) done(message.result);
        else refuse(new Error(`The load generator failed: ${message.error}`));
      });
      const numbered: NumberedSpec = { ...spec, seed: seed + runs, firstAddress: runs * ADDRESSES_PER_RUN };
      runs += 1;
      child.send(numbered);
    });
  await new Promise((done, refuse) => {
    child.once('spawn', done);
    child.once('error', refuse);
  });
  return { run, stop: () => void child.kill() };
}

/** Replies a second with one of these statuses. */
export function rateOf(result: LoadResult, ...statuses: number[]): number {
  const good = statuses.reduce((sum, status) => sum + (result.byStatus[status] ?? 0), 0);
  return good / result.seconds;
}

/** What came back that was not wanted, as `503: 12, broken: 1`; empty when all went well. */
export function strays(result: LoadResult, ...wanted: number[]): string {
  const others = Object.entries(result.byStatus).filter(([status]) => !wanted.includes(Number(status)));
  if (result.broken > 0) others.push(['broken', result.broken]);
  return others.map(([status, n]) => `${status}: ${n}`).join(', ');
}
