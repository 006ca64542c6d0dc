import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '../stats.ts';
import { type Connection, openConnection } from './connection.ts';
import { createRequests } from './requests.ts';
import type { LoadResult, NumberedSpec } from './run.ts';

type Tally = {
  latencies: number[];
  byStatus: Record<string, number>;
  broken: number;
  counted: number;
  last: number;
};

/**
 * If a contestant cannot answer each client twice in the time, the measurement may take this many times as long.
 */
const LONGEST = 5;

async function runLoad(spec: NumberedSpec): Promise<LoadResult> {
  const { port, clients, durationMs, requests = Number.POSITIVE_INFINITY, perSecond, counts } = spec;
  const next = createRequests(spec.job, spec);
  const connections = await Promise.all(Array.from({ length: clients }, () => openConnection(port)));
  const tally: Tally = { latencies: [], byStatus: {}, broken: 0, counted: 0, last: 0 };
  const started = performance.now();
  const soonest = started + durationMs;
  const latest = started + durationMs * LONGEST;
  let deadline = latest;
  let sent = 0;

  const one = async (connection: Connection, request: string): Promise<boolean> => {
    // The time of a paced request starts when it was due, so that a stalled server shows in the figures.
    const due = perSecond ? started + ((sent - 1) * 1000) / perSecond : performance.now();
    if (perSecond && due > performance.now()) await wait(due - performance.now());
    try {
      const reply = await connection.send(request);
      const now = performance.now();
      if (now > deadline) return false;
      tally.latencies.push(now - due);
      tally.last = now;
      tally.byStatus[reply.status] = (tally.byStatus[reply.status] ?? 0) + 1;
      if (counts && reply.body.includes(counts)) tally.counted += 1;
      if (now >= soonest && tally.latencies.length >= clients * 2) deadline = Math.min(deadline, now);
      return true;
    } catch {
      tally.broken += 1;
      return false;
    }
  };
  const loop = async (connection: Connection) => {
    while (sent < requests && performance.now() < deadline) {
      const request = next();
      if (request === null) return;
      sent += 1;
      if (!(await one(connection, request))) return;
    }
  };
  await Promise.all(connections.map(loop));
  for (const connection of connections) connection.close();
  return {
    replies: tally.latencies.length,
    seconds: (tally.last - started) / 1000,
    byStatus: tally.byStatus,
    broken: tally.broken,
    counted: tally.counted,
    p50: percentile(tally.latencies, 50),
    p99: percentile(tally.latencies, 99),
    max: percentile(tally.latencies, 100),
  };
}

process.on('message', (spec: NumberedSpec) => {
  runLoad(spec).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.stack : String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
