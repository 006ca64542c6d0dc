import type { Readable } from 'node:stream';
import { LIVE } from '@entrada/contract/insight/live';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/client.ts';
import type { UserActor } from '../context.ts';
import { fail } from '../errors.ts';
import { changedMembers, endedSessions, type FeedRow, permitted, toChanges } from './changes.ts';
import { type Cursor, canGoOn, readCursor } from './cursor.ts';
import { readFeed, readMissed } from './queries.ts';
import { createStream, type EventStream } from './stream.ts';
import { createWake } from './wake.ts';

/** Whoever reads a stream. `events`: the only events that they reach, null or nothing for all. */
type Reader = UserActor & { events?: ReadonlySet<number> | null };

export type Viewer = {
  actor: Reader;
  /** Whether the session still counts, and with which role and reach. Null if it ended. */
  check: () => Promise<Reader | null>;
};

/** Where a stream begins: after an id, or with what happened in the last seconds. */
export type Since = { id: string } | { seconds: number };

export type Live = {
  /**
   * Opens a stream for a session. Throws RATE_LIMITED if the user or the account has too many, UNAVAILABLE if this process
   * has.
   */
  open: (viewer: Viewer, since: Since) => Promise<Readable>;
  /** Says that something may have changed, after it was committed. Never throws. */
  tell: () => void;
  /** Ends all streams. */
  close: () => void;
};

type Member = EventStream & { viewer: Viewer };

/** Each process looks by itself this often, whether it is woken or not. */
const LOOK_MS = 1_000;
const CHECK_MS = 120_000;
const MOST = { user: 12, account: 200, process: 2_000 };
const RETRY_SECONDS = 30;
/** A page is a little older than it thinks. */
const SPARE_SECONDS = 5;

type Options = {
  database: Pick<Database, 'db' | 'pool'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Shorter times, in tests. */
  times?: { lookMs?: number; beatMs?: number; checkMs?: number };
};

/**
 * The streams of this process. One reader of the feed serves all of them: it reads what is new each second, or at once if it
 * is woken, and gives each account its own part. While nobody looks, it does not read.
 */
export function createLive({ database: { db, pool }, log, times = {} }: Options): Live {
  const { lookMs = LOOK_MS, beatMs = LIVE.beatMs, checkMs = CHECK_MS } = times;
  const members = new Set<Member>();
  let here: Cursor | null = null;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let timers: NodeJS.Timeout[] = [];
  let isClosed = false;
  const lookSoon = () => void look().catch(() => undefined);
  const wake = createWake(pool, lookSoon);

  const leave = (member: Member) => {
    members.delete(member);
    member.end();
  };
  const end = (member: Member) => {
    if (here) member.send('end', here);
    leave(member);
  };

  function give(edge: Cursor, rows: readonly FeedRow[]): void {
    if (rows.length === 0) return;
    const ended = endedSessions(rows);
    for (const member of [...members]) if (ended.has(member.viewer.actor.sessionId)) end(member);
    const changed = changedMembers(rows);
    if (changed.size > 0) void checkAll(({ actor }) => changed.has(actor.userId));
    const byAccount = Map.groupBy(rows, ({ accountId }) => accountId);
    const changes = new Map([...byAccount].map(([account, some]) => [account, toChanges(some)]));
    for (const member of members) {
      const { actor } = member.viewer;
      const mine = permitted(changes.get(actor.accountId) ?? [], actor);
      if (mine.length > 0) member.send('changes', edge, { changes: mine });
    }
  }

  async function read(): Promise<void> {
    const from = here;
    const { edge, rows } = await readFeed(db, from);
    here = edge;
    if (rows && (!from || canGoOn(from, edge))) give(edge, rows);
    else for (const member of members) member.send('reset', edge);
  }

  /** Looks once, beginning now or later. Whoever asks during a look shares the next one. Throws if the database is away. */
  function look(): Promise<void> {
    if (!running) {
      running = read().finally(() => {
        running = null;
      });
      return running;
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return look();
      });
    return next;
  }

  function start(): void {
    if (timers.length > 0) return;
    wake.listen();
    timers = [
      setInterval(() => running ?? lookSoon(), lookMs),
      setInterval(beat, beatMs),
      setInterval(() => void checkAll(), checkMs),
    ];
    for (const timer of timers) timer.unref();
  }
  function stop(): void {
    for (const timer of timers) clearInterval(timer);
    timers = [];
    here = null;
    wake.stop();
  }

  function beat(): void {
    if (members.size === 0) stop();
    if (here) for (const member of members) member.send('beat', here);
  }

  async function checkAll(isAsked: (viewer: Viewer) => boolean = () => true): Promise<void> {
    for (const member of [...members]) {
      if (!isAsked(member.viewer)) continue;
      try {
        const actor = await member.viewer.check();
        if (!actor || actor.accountId !== member.viewer.actor.accountId) end(member);
        else member.viewer.actor = actor;
      } catch (error) {
        log.warn({ err: error }, 'a session of a stream could not be checked, will be checked again');
        return;
      }
    }
  }

  function expectRoom({ userId, accountId }: UserActor): void {
    if (isClosed || members.size >= MOST.process) throw fail('UNAVAILABLE', { retryAfter: RETRY_SECONDS });
    const counts = { user: 0, account: 0 };
    for (const { viewer } of members) {
      if (viewer.actor.userId === userId) counts.user += 1;
      if (viewer.actor.accountId === accountId) counts.account += 1;
    }
    if (counts.user >= MOST.user || counts.account >= MOST.account)
      throw fail('RATE_LIMITED', { retryAfter: RETRY_SECONDS });
  }

  /** What was missed until now, or null if that is not known. */
  async function missed(accountId: number, since: Since, edge: Cursor): Promise<FeedRow[] | null> {
    if ('seconds' in since)
      return readMissed(db, accountId, { seconds: since.seconds + SPARE_SECONDS }, edge);
    const cursor = readCursor(since.id);
    return cursor && canGoOn(cursor, edge) ? readMissed(db, accountId, { cursor }, edge) : null;
  }

  return {
    open: async (viewer, since) => {
      expectRoom(viewer.actor);
      const stream = createStream(() => members.delete(member));
      const member: Member = { ...stream, viewer };
      // It has its place from now on, and keeps what comes.
      members.add(member);
      try {
        start();
        // Where this process reads already, what comes after its last look comes with its next one. Only who was with another
        // process may have seen more.
        if (!here || 'id' in since) await look();
        const edge = here;
        if (!edge || isClosed) throw fail('UNAVAILABLE', { retryAfter: RETRY_SECONDS });
        // What it was given until now is below the edge, so it is among what it missed.
        member.forget();
        const rows = await missed(viewer.actor.accountId, since, edge);
        const changes = rows && permitted(toChanges(rows), viewer.actor);
        if (!changes) member.begin(['reset', edge]);
        else if (changes.length === 0) member.begin(['hello', edge]);
        else member.begin(['changes', edge, { changes }], ['hello', edge]);
      } catch (error) {
        leave(member);
        throw error;
      }
      return member.body;
    },
    tell: wake.tell,
    close: () => {
      isClosed = true;
      for (const member of members) leave(member);
      stop();
    },
  };
}
