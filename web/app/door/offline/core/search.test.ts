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

test('finds by parts of names and by reference, without accents and case, by last name', () => {
  expect(ids(peopleNamed(people, 'MAR'))).toEqual([40, 1, 2]);
  expect(ids(peopleNamed(people, 'marquez lu'))).toEqual([1]);
  expect(ids(peopleNamed(people, 'ent-40'))).toEqual([40]);
  expect(ids(peopleNamed(people, '王小明'))).toEqual([3]);
  expect(ids(peopleNamed(people, ' '))).toEqual([3, 40, 1, 2]);
  expect(peopleNamed(people, 'nobody')).toEqual([]);
  expect(peopleNamed(people, 'lucia@example.com')).toEqual([]);
});

test('letters without an accent to take away are found and sorted as the database writes them', () => {
  const named = [
    person(1, { name: 'Łukasz Østergård' }),
    person(2, { name: 'Jörg Groß' }),
    person(3, { name: 'Sinéad O’Brien' }),
    person(4, { name: 'Ana Pardo' }),
  ];
  expect(ids(peopleNamed(named, ''))).toEqual([2, 3, 1, 4]);
  for (const [query, id] of [
    ['lukasz ostergard', 1],
    ['gross', 2],
    ['groß', 2],
    ["o'brien", 3],
  ] as const)
    expect(ids(peopleNamed(named, query)), query).toEqual([id]);
});

test('who has two first names, none but a first name, or the family name first is sorted as by the server', () => {
  const named = [
    person(1, { name: 'Ana Zapata' }),
    person(2, { name: 'Ana María Duarte', lastNameAt: 10 }),
    person(3, { name: 'Bea' }),
    person(4, { name: 'Ana Bea', lastNameAt: 8 }),
    person(5, { name: '王小明', lastNameAt: -1 }),
    // Kept by an earlier version of this page.
    person(6, { name: 'Ana María Duarte' }),
    person(7, { name: 'Zoe Duarte' }),
  ];
  expect(ids(peopleNamed(named, ''))).toEqual([4, 3, 2, 7, 6, 1, 5]);
});

test('finds who is spelled alike, the closest first, and nobody whose name is another', () => {
  expect(ids(peopleSpelledLike(people, 'Marqes', 20))).toEqual([1, 40, 2]);
  expect(ids(peopleSpelledLike(people, 'marinna lorens', 20))).toEqual([40]);
  expect(ids(peopleSpelledLike(people, 'Mart', 1))).toEqual([2]);
  expect(peopleSpelledLike(people, 'Xavier', 20)).toEqual([]);
  expect(peopleSpelledLike(people, '…', 20)).toEqual([]);
});

/** Of the processor, and the best of three: other programs on the machine do not count. In microseconds. */
const costOf = (work: () => void) =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const { user: before } = process.cpuUsage();
      work();
      return process.cpuUsage().user - before;
    }),
  );

test('a hundred thousand people are searched while somebody types', () => {
  const many = Array.from({ length: 100_000 }, (_, id) => person(id, { name: `Guest Número ${id}` }));
  peopleNamed(many, 'guest');
  const searching = costOf(() => {
    expect(peopleNamed(many, 'numero 99999')).toHaveLength(1);
    expect(peopleSpelledLike(many, 'Gest Numro 99999', 20)).toHaveLength(20);
  });
  // Both searches together take twice as long as reading everybody once.
  const reading = costOf(() => {
    expect(many.filter((one) => JSON.stringify(one).normalize('NFD').toLowerCase() !== '')).toHaveLength(
      many.length,
    );
  });
  expect(searching).toBeLessThan(reading * 8);
});
