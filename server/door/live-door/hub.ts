import type { Readable } from 'node:stream';
import { personName } from '@entrada/contract/accounts/person-name';
import type { DoorRole } from '@entrada/contract/door/check-in-links';
import {
  DOOR_BEAT_MS,
  type DoorCounts,
  type DoorScan,
  doorCounts,
  doorScan,
} from '@entrada/contract/door/live-door';
import { asTyped } from '@entrada/contract/words/side-by-side';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/client.ts';
import { fail } from '../../platform/errors.ts';
import { countsOf } from '../check-in/counts.ts';
import { findNewScans, findWatchedList, type NewScan } from './queries.ts';
import { createDoorStream, type DoorStream } from './stream.ts';

/** A phone at a door. `mayGoOn`: whether its link still lets it in, and as what. Throws if the database is away. */
export type Watcher = { listId: number; linkId: number; role: DoorRole; mayGoOn: () => Promise<boolean> };

export type DoorHub = {
  /** Opens a stream for a phone. Throws UNAVAILABLE if this process has too many, RATE_LIMITED if the link has. */
  open: (watcher: Watcher) => Promise<Readable>;
  close: () => void;
};

/** A list that somebody watches is looked at so often, for all its phones together. */
const LOOK_MS = 700;
const CHECK_MS = 5_000;
const MOST = { link: 100, process: 2_000 };
const MOST_SCANS = 20;
const RETRY_SECONDS = 30;

type Member = DoorStream & { watcher: Watcher };
type Watched = { members: Set<Member>; counts: DoorCounts | null; lastScan: number; isLooking: boolean };
type Options = {
  db: Db;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Shorter times, in tests. */
  times?: { lookMs?: number; checkMs?: number; beatMs?: number };
};

const toScan = (row: NewScan): DoorScan =>
  doorScan.parse({
    id: row.id,
    at: row.at.toISOString(),
    outcome: row.outcome,
    device: row.device,
    link: row.link_name,
    guest:
      row.reference === null
        ? null
        : {
            reference: row.reference,
            name: personName({ firstName: row.first_name ?? '', lastName: row.last_name ?? '' }),
            ticket: asTyped([row.ticket_name ?? '', row.price_label ?? '']),
          },
  });

/**
 * The streams of the doors of this process, on the door's own connections. It looks at each list that a phone watches, and at
 * nothing while nobody does. Other processes need to tell it nothing.
 */
export function createDoorHub({ db, log, times = {} }: Options): DoorHub {
  const lists = new Map<number, Watched>();
  const timers: NodeJS.Timeout[] = [];
  let isClosed = false;

  const members = () => [...lists.values()].flatMap((watched) => [...watched.members]);
  const end = (member: Member) => {
    member.send('end');
    member.end();
    leave(member);
  };
  const leave = (member: Member) => {
    const watched = lists.get(member.watcher.listId);
    watched?.members.delete(member);
    if (watched?.members.size === 0) lists.delete(member.watcher.listId);
    if (lists.size === 0) for (const timer of timers.splice(0)) clearInterval(timer);
  };

  async function look(listId: number, watched: Watched): Promise<void> {
    const list = await findWatchedList(db, listId);
    if (!list) return [...watched.members].forEach(end);
    const { attendees, checkedIn } = await countsOf(db, list);
    const before = watched.counts;
    watched.counts = doorCounts.parse({ attendees, checkedIn });
    if (before && (before.attendees !== attendees || before.checkedIn !== checkedIn))
      for (const member of watched.members) member.send('counts', watched.counts);
    const isAnyNew = watched.lastScan >= 0;
    const rows = await findNewScans(db, listId, {
      after: Math.max(0, watched.lastScan),
      most: isAnyNew ? MOST_SCANS : 1,
    });
    watched.lastScan = rows.at(-1)?.id ?? Math.max(0, watched.lastScan);
    if (!isAnyNew || rows.length === 0) return;
    const scans = rows.map(toScan);
    for (const member of watched.members)
      if (member.watcher.role === 'supervisor') member.send('scans', { scans });
  }

  async function lookAtAll(): Promise<void> {
    for (const [listId, watched] of lists) {
      if (watched.isLooking) continue;
      watched.isLooking = true;
      await look(listId, watched)
        .catch((error: unknown) => log.warn({ err: error }, 'a door could not be looked at, will be again'))
        .finally(() => {
          watched.isLooking = false;
        });
    }
  }

  async function checkAll(): Promise<void> {
    for (const member of members()) {
      try {
        if (!(await member.watcher.mayGoOn())) end(member);
      } catch (error) {
        log.warn({ err: error }, 'a phone at a door could not be checked, will be checked again');
        return;
      }
    }
  }

  function start(): void {
    if (timers.length > 0) return;
    timers.push(
      setInterval(() => void lookAtAll(), times.lookMs ?? LOOK_MS).unref(),
      setInterval(() => void checkAll(), times.checkMs ?? CHECK_MS).unref(),
      setInterval(() => {
        for (const member of members()) member.send('beat');
      }, times.beatMs ?? DOOR_BEAT_MS).unref(),
    );
  }

  return {
    open: async (watcher) => {
      const all = members();
      if (isClosed || all.length >= MOST.process) throw fail('UNAVAILABLE', { retryAfter: RETRY_SECONDS });
      if (all.filter(({ watcher: { linkId } }) => linkId === watcher.linkId).length >= MOST.link)
        throw fail('RATE_LIMITED', { retryAfter: RETRY_SECONDS });
      const { listId } = watcher;
      const first: Watched = { members: new Set(), counts: null, lastScan: -1, isLooking: false };
      if (!lists.has(listId)) await look(listId, first);
      // Another phone may have come or gone meanwhile.
      const watched = lists.get(listId) ?? first;
      const { counts } = watched;
      if (!counts) throw fail('CHECK_IN_LIST_NOT_FOUND');
      const stream = createDoorStream(() => leave(member));
      const member: Member = { ...stream, watcher };
      lists.set(listId, watched);
      watched.members.add(member);
      start();
      member.send('hello', counts);
      return member.body;
    },
    close: () => {
      isClosed = true;
      for (const member of members()) {
        member.end();
        leave(member);
      }
    },
  };
}
