import { expect, test } from 'vitest';
import {
  type Choice,
  type Edits,
  placesAfter,
  planRows,
  readRows,
  summaryOf,
  totalOfPlaces,
} from './plan.ts';

const choice: Choice = {
  columns: ['name', 'email', 'ticket', 'plus', 'note', null],
  prices: [
    { priceId: 1, ticket: 'Press', label: '' },
    { priceId: 2, ticket: 'Volunteer', label: '' },
  ],
  priceId: null,
  locale: 'es',
  skipKnown: true,
};
const file = {
  rows: [
    ['Rosa Calatrava', 'rosa@example.com', 'Press', '1', 'Friday', '612'],
    ['Joan Pla', 'joan.example', 'Press', '', '', ''],
    ['', 'redaccio@example.com', 'Press', '2', '', ''],
    ['Mireia Costa', 'mireia@example.com', 'VIP', '', '', ''],
    ['Grace Adeyemi', 'Grace@example.com', 'Press', '', '', ''],
    ['Rosa C.', 'ROSA@example.com', 'Press', '', '', ''],
  ].map((cells, at) => ({ row: at + 2, cells })),
};
const known = new Set(['grace@example.com']);
const none: Edits = { corrections: new Map(), left: new Set() };
const plan = (edits: Partial<Edits> = {}, more: Partial<Choice> = {}) => {
  const chosen = { ...choice, ...more };
  return planRows(readRows(file, chosen), chosen, { ...none, ...edits, known });
};
const said = (rows: ReturnType<typeof plan>) =>
  rows.map(({ row, state, errors, doubt }) =>
    [row, state, ...errors.map(({ path, code }) => `${path} ${code}`), doubt?.kind].filter(Boolean).join(' '),
  );

test('each row is ready, wrong with its field and reason, or skipped', () => {
  expect(said(plan())).toEqual([
    '2 ready',
    '3 wrong email invalid_email',
    '4 wrong firstName required',
    '5 wrong ticket not_found',
    '6 skipped known',
    '7 skipped same',
  ]);
  expect(summaryOf(plan())).toMatchObject({ companions: 1, wrong: 3, skipped: 2, doubtful: 2, left: 0 });
  expect(plan()[5]?.doubt).toEqual({ kind: 'same', as: 2 });
});

test('a corrected row turns ready, one that is left out counts no more, and doubts may be ignored', () => {
  const corrections = new Map([
    [3, { email: 'joan@example.com' }],
    [4, { name: 'Laia Vidal' }],
    [5, { ticket: '2' }],
  ]);
  const rows = plan({ corrections, left: new Set([6]) }, { skipKnown: false });
  expect(said(rows)).toEqual(['2 ready', '3 ready', '4 ready', '5 ready', '6 left', '7 ready same']);
  const { guests, placesOf, left } = summaryOf(rows);
  expect(guests.map(({ firstName, lastName, priceId }) => `${firstName} ${lastName} ${priceId}`)).toEqual([
    'Rosa Calatrava 1',
    'Joan Pla 1',
    'Laia Vidal 1',
    'Mireia Costa 2',
    'Rosa C. 1',
  ]);
  expect(left).toBe(1);
  expect([...placesOf]).toEqual([
    [1, 2 + 1 + 3 + 1],
    [2, 1],
  ]);
  // Who stands for somebody that is left out is nobody's double.
  expect(said(plan({ left: new Set([2]) }))[5]).toBe('7 ready');
});

test('the places afterwards, and how many are missing', () => {
  const stock = (quantity: number | null, sold: number, available: number | null) => ({
    quantity,
    sold,
    reserved: 0,
    available,
  });
  const at = (places: [number, number][], ...stocks: ReturnType<typeof stock>[]) =>
    placesAfter(new Map(places), (id) => stocks[id]);
  expect(at([[0, 5]], stock(20, 10, 10))).toEqual({ taken: 15, of: 20, short: 0 });
  expect(at([[0, 5]], stock(20, 10, 3))).toEqual({ taken: 15, of: 20, short: 2 });
  expect(
    at(
      [
        [0, 5],
        [1, 1],
      ],
      stock(20, 10, 10),
      stock(null, 3, null),
    ),
  ).toEqual({ taken: 19, of: null, short: 0 });
});

test('the sum is that of the places at each price, companions among them', () => {
  const { placesOf } = summaryOf(plan());
  const unit = new Map([
    [1, 1250],
    [2, 0],
  ]);
  // Rosa with one companion.
  expect(totalOfPlaces(placesOf, (id, places) => (unit.get(id) ?? 0) * places)).toBe(2500);
});
