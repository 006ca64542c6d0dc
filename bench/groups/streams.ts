import { setTimeout as wait } from 'node:timers/promises';
import { COOKIES } from '@entrada/contract/constants';
import { buildAccount } from '../../server/accounts/factory.ts';
import type { Report } from '../report.ts';
import { type Bench, openWorld, type World } from '../world.ts';

/** One user has at most so many. */
const STREAMS_EACH = 12;
const STREAMS = 1_000;
const SETTLE_MS = 15_000;
/** A quiet process collects the garbage of a burst, but not twice within a minute (docs/decisions/042). */
const REST_MS = 75_000;

async function measureStreams(report: Report, { port, database, memory }: World): Promise<void> {
  const ending = new AbortController();
  const tokens = await Promise.all(
    Array.from(
      { length: Math.ceil(STREAMS / STREAMS_EACH) },
      async () => (await buildAccount(database.db)).token,
    ),
  );
  const open = async (nth: number) => {
    const token = tokens[Math.floor(nth / STREAMS_EACH)] ?? '';
    const headers = {
      cookie: `${COOKIES.session}=${token}`,
      'x-forwarded-for': `10.9.${nth >> 8}.${nth & 255}`,
    };
    const reply = await fetch(`http://127.0.0.1:${port}/api/live`, { headers, signal: ending.signal });
    if (reply.status !== 200) throw new Error(`A stream was refused: ${reply.status}`);
    await reply.body?.getReader().read();
  };
  await open(0);
  await wait(SETTLE_MS);
  const before = (await memory()).rssMb;
  for (let nth = 1; nth <= STREAMS; nth += 1) await open(nth);
  await wait(SETTLE_MS);
  const opened = (await memory()).rssMb - before;
  await wait(REST_MS - SETTLE_MS);
  const rested = (await memory()).rssMb - before;
  ending.abort();
  report.goal('streams', 'memory of 1,000 open streams', 'MB', [opened], { atMost: 50 });
  report.figure('streams', 'the same when the process rests', 'MB', [rested]);
}

/** What the process holds more while 1,000 screens are open, each with its own stream. */
export async function streamsGroup(bench: Bench, report: Report): Promise<void> {
  const world = await openWorld(bench);
  try {
    await measureStreams(report, world);
  } finally {
    await world.close();
  }
}
