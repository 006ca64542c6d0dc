import type { OfflinePerson } from '@entrada/contract/door/offline';
import { expect, test } from 'vitest';
import { person } from '../server-fixture.ts';
import { peopleNamed, peopleSpelledLike } from './search.ts';

const people = [
  person(1, { name: 'Lucía Márquez' }),
  person(2, { name: 'Ana Martí Roca' }),
  person(3, { name: '王小明' }),
  person(40, { name: 'marina LLORENS' }),
];
const ids = (found: readonly OfflinePerson[]) => found.map(([id]) => id);

test('finds by parts of names and by reference, without accents and case, in the order of names', () => {
  expect(ids(peopleNamed(people, 'MAR'))).toEqual([2, 1, 40]);
  expect(ids(peopleNamed(people, 'marquez lu'))).toEqual([1]);
  expect(ids(peopleNamed(people, 'ent-40'))).toEqual([40]);
  expect(ids(peopleNamed(people, '王小明'))).toEqual([3]);
  expect(ids(peopleNamed(people, ' '))).toEqual([2, 1, 40, 3]);
  expect(peopleNamed(people, 'nobody')).toEqual([]);
  expect(peopleNamed(people, 'lucia@example.com')).toEqual([]);
});

test('finds who is spelled alike, the closest first, and nobody whose name is another', () => {
  expect(ids(peopleSpelledLike(people, 'Marqes', 20))).toEqual([1, 2, 40]);
  expect(ids(peopleSpelledLike(people, 'marinna lorens', 20))).toEqual([40]);
  expect(ids(peopleSpelledLike(people, 'Mart', 1))).toEqual([2]);
  expect(peopleSpelledLike(people, 'Xavier', 20)).toEqual([]);
  expect(peopleSpelledLike(people, '…', 20)).toEqual([]);
});

test('ten times as many people take about ten times as long: a hundred thousand are searched while somebody types', () => {
  const crowd = (size: number) =>
    Array.from({ length: size }, (_, id) => person(id, { name: `Guest Número ${id}` }));
  const [few, many] = [crowd(10_000), crowd(100_000)];
  const search = (people: typeof many) => {
    expect(peopleNamed(people, `numero ${people.length - 1}`)).toHaveLength(1);
    expect(peopleSpelledLike(people, `Gest Numro ${people.length - 1}`, 20)).toHaveLength(20);
  };
  // Of the processor, and the best of three: other programs do not count.
  const costOf = (people: typeof many) =>
    Math.min(
      ...[1, 2, 3].map(() => {
        const { user: before } = process.cpuUsage();
        search(people);
        return process.cpuUsage().user - before;
      }),
    );
  costOf(few);
  expect(costOf(many)).toBeLessThan(costOf(few) * 40);
});
