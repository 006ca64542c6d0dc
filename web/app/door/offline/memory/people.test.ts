import fc from 'fast-check';
import { expect, test } from 'vitest';
import { person } from '../server-fixture.ts';
import { createPeople } from './people.ts';

test('people are found after any changes, and the changed chunks hold all of them', () => {
  const change = fc.array(fc.integer({ min: 1, max: 3_000 }), { maxLength: 1_500 });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const disk = new Map<number, ReturnType<typeof person>[]>();
      const people = createPeople();
      const expected = new Map<number, string>();
      for (const [nth, ids] of changes.entries()) {
        const came = ids.map((id) => person(id, { name: `${id} ${nth}` }));
        for (const [id, , name] of came) expected.set(id, name);
        for (const number of people.put(came))
          disk.set(number, people.chunk(number) as ReturnType<typeof person>[]);
      }
      const chunks = [...disk].sort(([a], [b]) => a - b).map(([, chunk]) => chunk);
      expect(chunks.every((chunk) => chunk.length <= 1_000)).toBe(true);
      const again = createPeople(chunks);
      expect(again.size()).toBe(expected.size);
      for (const [id, name] of expected) expect(again.find(id)?.[2]).toBe(name);
    }),
    { numRuns: 30 },
  );
});
