import { expect, test } from 'vitest';
import { emptyRow, readNewGuest } from './new-guest.ts';

const read = (more: object) =>
  readNewGuest({ ...emptyRow, name: 'Rosa Calatrava', priceId: '7', ...more }, 'es');
const wrongOf = (more: object) => read(more).wrong.map(({ path, code }) => `${path} ${code}`);

test('a typed row is a free guest with companions of the same name and address', () => {
  const rosa = { firstName: 'Rosa', lastName: 'Calatrava', email: 'rosa@example.com' };
  expect(read({ email: ' rosa@example.com ', plus: '2', note: ' Artist ' }).body).toEqual({
    priceId: 7,
    amount: 0,
    payment: null,
    attendees: [rosa, rosa, rosa],
    note: 'Artist',
    locale: 'es',
    notify: true,
    exceedCapacity: false,
  });
  expect(read({}).body?.attendees).toEqual([{ firstName: 'Rosa', lastName: 'Calatrava', email: '' }]);
});

test('what is wrong is said at the fields of the row', () => {
  expect(wrongOf({ name: ' ', email: 'rosa', plus: 'x', priceId: '' })).toEqual([
    'name required',
    'email invalid_email',
    'plus invalid_format',
    'priceId required',
  ]);
  expect(wrongOf({ plus: '21' })).toEqual(['plus too_big']);
});
