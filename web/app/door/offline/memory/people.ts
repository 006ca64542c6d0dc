import type { OfflinePerson } from '@entrada/contract/door/offline';

/** People of one stored row. Rows of one person take fifty times as long to write. */
export const CHUNK = 1_000;

export type People = {
  size: () => number;
  all: () => readonly OfflinePerson[];
  find: (id: number) => OfflinePerson | undefined;
  findByReference: (reference: string) => OfflinePerson | undefined;
  /** Adds people, or replaces those with the same id. Answers the numbers of the chunks that changed. */
  put: (people: readonly OfflinePerson[]) => ReadonlySet<number>;
  chunk: (number: number) => OfflinePerson[];
};

/** The people on this phone, found by id at once. `chunks`: as they were stored. */
export function createPeople(chunks: readonly (readonly OfflinePerson[])[] = []): People {
  const all: OfflinePerson[] = [];
  const places = new Map<number, number>();
  for (const chunk of chunks)
    for (const person of chunk) {
      places.set(person[0], all.length);
      all.push(person);
    }
  return {
    size: () => all.length,
    all: () => all,
    find: (id) => {
      const place = places.get(id);
      return place === undefined ? undefined : all[place];
    },
    // Only supervisors without a connection choose somebody by reference, so it has no index.
    findByReference: (reference) => all.find((person) => person[1] === reference),
    put: (people) => {
      const changed = new Set<number>();
      for (const person of people) {
        const place = places.get(person[0]) ?? all.length;
        places.set(person[0], place);
        all[place] = person;
        changed.add(Math.floor(place / CHUNK));
      }
      return changed;
    },
    chunk: (number) => all.slice(number * CHUNK, (number + 1) * CHUNK),
  };
}
