import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Db } from '../../db/client.ts';
import { addressKey } from '../../platform/http/limits.ts';
import { markOf } from './core/sketch.ts';
import { visitOf } from './page.ts';
import { readSalt, writeVisits } from './queries.ts';

export type VisitCounter = {
  /** Counts a page that was answered. Costs some microseconds, waits for nothing and never throws. */
  see: (request: FastifyRequest) => void;
  /** Writes what was counted since. Never throws. */
  write: () => Promise<void>;
};

type Options = {
  db: Db;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Called after something was written, so that open screens look at once. */
  tell: () => void;
};

const WRITE_MS = 2_000;
/** What waits to be written is bounded: so many sources of events, and so many visitors. */
const MOST = { sources: 2_000, visitors: 20_000 };

type Pending = { eventId: number; source: string; views: number; visitors: Set<string> };

/**
 * Counts views of event pages in the memory of this process and writes them every two seconds. Until then it knows network
 * address and browser of the visitors. They are hashed with the salt of the day when they are written, and only a mark that
 * many share is left. Beyond the bounds further sources count as `other`, and further visitors only as views.
 */
export function createVisitCounter({ db, log, tell }: Options): VisitCounter {
  let pending = new Map<string, Pending>();
  let visitors = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const entryOf = (eventId: number, source: string): Pending | null => {
    const key = `${eventId} ${source}`;
    const known = pending.get(key);
    if (known) return known;
    if (pending.size >= MOST.sources)
      return source === 'other' || pending.size >= 2 * MOST.sources ? null : entryOf(eventId, 'other');
    const made = { eventId, source, views: 0, visitors: new Set<string>() };
    pending.set(key, made);
    return made;
  };

  async function writeNow(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    if (pending.size === 0) return;
    const taken = [...pending.values()];
    pending = new Map();
    visitors = 0;
    try {
      const salt = await readSalt(db);
      const seen = taken.map(({ visitors: who, ...counted }) => ({
        ...counted,
        marks: [...who].map((visitor) => markOf(visitor, { eventId: counted.eventId, salt })),
      }));
      await writeVisits(db, seen);
      tell();
    } catch (error) {
      log.warn({ err: error }, 'page views could not be written and are lost');
    }
  }
  const write = () => {
    writing = writing.then(writeNow);
    return writing;
  };

  return {
    see: (request) => {
      const visit = visitOf(request);
      const entry = visit && entryOf(visit.eventId, visit.source);
      if (!entry) return;
      entry.views += 1;
      const visitor = `${addressKey(request)} ${request.headers['user-agent']}`;
      if (visitors < MOST.visitors && !entry.visitors.has(visitor)) {
        entry.visitors.add(visitor);
        visitors += 1;
      }
      if (!timer) {
        timer = setTimeout(() => void write(), WRITE_MS);
        timer.unref();
      }
    },
    write,
  };
}
