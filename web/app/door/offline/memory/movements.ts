import type { Direction } from '@entrada/contract/door/check-in';
import { TWICE_MS } from '@entrada/contract/door/decision';
import type { OfflinePerson } from '@entrada/contract/door/offline';
import type { Movement } from '../core/decide.ts';

/**
 * What this phone did with somebody, which the loaded people may not say yet. `undone`: it took the entry back. Times in
 * milliseconds since 1970, by the server's clock.
 */
export type Mark = { attendeeId: number; direction: Direction | 'undone'; at: number; device: string };

export type Movements = {
  lastOf: (person: OfflinePerson) => Movement | null;
  set: (mark: Mark) => void;
  /** What the disk says, which another tab may have written later. */
  meet: (mark: Mark) => void;
  /**
   * People arrived as the server knows them. Marks from before `askedAt` say nothing more, unless the scan behind them still
   * waits on this phone. A young mark of the same entry stays: it says that this phone made it. Answers whose marks went.
   */
  settle: (
    people: readonly OfflinePerson[],
    askedAt: number,
    waits: (attendeeId: number) => boolean,
  ) => number[];
};

/** Who is in and who left, by the people as loaded and by what this phone did since. */
export function createMovements(marks: readonly Mark[] = []): Movements {
  const own = new Map(marks.map((mark) => [mark.attendeeId, mark]));
  return {
    lastOf: (person) => {
      const mark = own.get(person[0]);
      if (mark)
        return mark.direction === 'undone'
          ? null
          : { direction: mark.direction, at: new Date(mark.at), isOwn: true, device: mark.device };
      const [, , , , , , inside] = person;
      return inside && { direction: 'in', at: new Date(inside[0]), isOwn: false, device: inside[1] };
    },
    set: (mark) => void own.set(mark.attendeeId, mark),
    meet: (mark) => {
      const known = own.get(mark.attendeeId);
      if (!known || known.at < mark.at) own.set(mark.attendeeId, mark);
    },
    settle: (people, askedAt, waits) =>
      people.flatMap(([id, , , , , , inside]) => {
        const mark = own.get(id);
        if (!mark || mark.at >= askedAt || waits(id)) return [];
        const isSame = (mark.direction === 'in') === (inside !== null);
        if (isSame && askedAt - mark.at < 2 * TWICE_MS) return [];
        own.delete(id);
        return [id];
      }),
  };
}
