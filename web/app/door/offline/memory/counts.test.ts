import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headOf, LIST, person } from '../server-fixture.ts';
import { keepTickets } from './kept.ts';
import type { Mark } from './movements.ts';
import { buildStore } from './store-fixture.ts';

const CONTACT = { serverMs: 0, deviceMs: 0, untilMs: 86_400_000 };
const HOW = { cursor: '1', isAnew: true, askedAt: 0, waits: () => false };

async function keep(people: readonly ReturnType<typeof person>[]) {
  const store = buildStore();
  const tickets = await keepTickets(store, LIST, await store.load(LIST));
  await tickets.meet(headOf(people.length), CONTACT);
  await tickets.take(people, HOW);
  return { store, tickets };
}
const mark = (attendeeId: number, direction: Mark['direction'], at: number): Mark => ({
  attendeeId,
  direction,
  at,
  device: 'Otter 42',
});

test('after any scans the counts are those that a page opened now would count', async () => {
  const steps = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 12 }), fc.constantFrom<Mark['direction']>('in', 'out', 'undone')),
    { maxLength: 40 },
  );
  const people = Array.from({ length: 10 }, (_, at) =>
    person(at + 1, { ticket: 1 + (at % 2), status: at % 3 }),
  );
  await fc.assert(
    fc.asyncProperty(steps, async (marks) => {
      const { store, tickets } = await keep(people);
      expect(tickets.counts()).toEqual({ attendees: 2, checkedIn: 0 });
      for (const [nth, [id, direction]] of marks.entries()) {
        const made = mark(id, direction, nth + 1);
        tickets.mark(made);
        await store.saveMark(LIST, made);
      }
      const again = await keepTickets(store, LIST, await store.load(LIST));
      expect(tickets.counts()).toEqual(again.counts());
    }),
    { numRuns: 30 },
  );
});

test('of a hundred thousand people a scan counts one', async () => {
  const many = Array.from({ length: 100_000 }, (_, at) => person(at + 1));
  const { tickets } = await keep(many);
  const costOf = (work: () => void) => {
    const { user: before } = process.cpuUsage();
    work();
    return process.cpuUsage().user - before;
  };
  const all = costOf(() => expect(tickets.counts()).toEqual({ attendees: 100_000, checkedIn: 0 }));
  const scans = costOf(() => {
    for (let id = 1; id <= 1_000; id += 1) {
      tickets.mark(mark(id, 'in', id));
      expect(tickets.counts()?.checkedIn).toBe(id);
    }
  });
  // A thousand scans cost what a few counts of everybody do.
  expect(scans).toBeLessThan(all * 20 + 50_000);
});
