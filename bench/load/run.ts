import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Job } from './requests.ts';

export type LoadSpec = {
  port: number;
  /** Connections. Each has one request in progress. */
  clients: number;
  job: Job;
  /** Ends after this time when each client has at least two replies on average, or after `requests` requests. */
  durationMs: number;
  requests?: number;
  /**
   * Requests a second over all clients, evenly spaced. Without it each client sends as soon as it has its reply.
   */
  perSecond?: number;
  /** Counts the replies that contain this text. */
  counts?: string;
};

export type LoadResult = {
  /** Replies within the time. */
  replies: number;
  seconds: number;
  byStatus: Record<string, number>;
  /** Connections that broke. */
  broken: number;
  /** Replies that contained the text of `LoadSpec.counts`. */
  counted: number;
  p50: number;
  p99: number;
  max: number;
};

export type Load = {
  pid: number;
  run: (spec: LoadSpec) => Promise<LoadResult>;
  stop: () => void;
};

/** A spec with the numbers that keep runs apart: no two runs share a buyer's address, key or seed. */
export type NumberedSpec = LoadSpec & { seed: number; firstAddress: number };

const ADDRESSES_PER_RUN = 40_000;

/**
 * Starts the load generator: a separate process for the whole run, so that it is warm for each contestant.
 *
 * It is our own and not autocannon, because with autocannon a callback must set up each request anyhow (its own
 * key, address and body). The two were compared on the constant reply, alternating, in four rounds each. At 64
 * clients ours reached 17 to 19k replies a second against 9 to 16k, except in a cold first round with 8k each. At
 * 256 clients it was 13 to 17k against 12 to 14k, and its p99 was no higher. The cores that the generator does not
 * use are free for the server and PostgreSQL.
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
  return { pid: child.pid ?? 0, run, stop: () => void child.kill() };
}

/** Replies a second with one of these statuses. */
export function rateOf(result: LoadResult, ...statuses: number[]): number {
  const good = statuses.reduce((sum, status) => sum + (result.byStatus[status] ?? 0), 0);
  return good / result.seconds;
}

/** The unwanted replies, such as `503: 12, broken: 1`; empty when there are none. */
export function strays(result: LoadResult, ...wanted: number[]): string {
  const others = Object.entries(result.byStatus).filter(([status]) => !wanted.includes(Number(status)));
  if (result.broken > 0) others.push(['broken', result.broken]);
  return others.map(([status, n]) => `${status}: ${n}`).join(', ');
}
