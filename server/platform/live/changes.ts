import { LIVE, LIVE_NOUNS, type LiveChange, type LiveNoun } from '@entrada/contract/insight/live';
import { type Role, roleMay } from '@entrada/contract/permissions';

/** One line of the feed. `noun` is a LiveNoun, `sessions` for sessions that ended, or `members` for users
 * whose membership changed. */
export type FeedRow = {
  accountId: number;
  eventId: number | null;
  noun: string;
  kind: string;
  ids: number[];
};

const isNoun = (noun: string): noun is LiveNoun => noun in LIVE_NOUNS;

/** Lines of one account as a browser gets them: one change for each event, noun and kind, with the highest ids. */
export function toChanges(rows: readonly FeedRow[]): LiveChange[] {
  const found = new Map<string, Omit<LiveChange, 'ids' | 'count'> & { ids: Set<number> }>();
  for (const { eventId, noun, kind, ids } of rows) {
    if (eventId === null || !isNoun(noun)) continue;
    const key = `${eventId} ${noun} ${kind}`;
    const one = found.get(key) ?? {
      eventId,
      noun,
      kind: kind === 'new' ? 'new' : 'changed',
      ids: new Set(),
    };
    for (const id of ids) one.ids.add(id);
    found.set(key, one);
  }
  return [...found.values()].map(({ ids, ...change }) => ({
    ...change,
    ids: [...ids].sort((a, b) => b - a).slice(0, LIVE.ids),
    count: ids.size,
  }));
}

/** The changes that somebody with this role and reach may learn of. */
export const permitted = (
  changes: readonly LiveChange[],
  { role, events = null }: { role: Role; events?: ReadonlySet<number> | null },
): LiveChange[] =>
  changes.filter(
    ({ noun, eventId }) => roleMay(role, LIVE_NOUNS[noun]) && (events === null || events.has(eventId)),
  );

/** The users whose role, status or reach changed. */
export const changedMembers = (rows: readonly FeedRow[]): Set<number> =>
  new Set(rows.filter(({ noun }) => noun === 'members').flatMap(({ ids }) => ids));

/** The sessions that ended. */
export const endedSessions = (rows: readonly FeedRow[]): Set<number> =>
  new Set(rows.filter(({ noun }) => noun === 'sessions').flatMap(({ ids }) => ids));
