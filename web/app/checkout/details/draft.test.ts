import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { expect, test } from 'vitest';
import { fromDraft, toDraft } from './draft.ts';
import type { DetailsValues } from './form.ts';

const line = (id: number, priceId: number, quantity: number, admits = true) => ({
  id,
  ticketId: priceId,
  priceId,
  quantity,
  admits,
});
const orderOf = (...lines: ReturnType<typeof line>[]) =>
  ({
    event: { id: 5 },
    lines,
    attendees: [],
    attendeeDetails: 'per_ticket',
    sendAllToBuyer: false,
    buyer: null,
    questions: [],
    answers: {},
    attendeeAnswers: [],
  }) as unknown as BuyerOrder;
const person = (itemId: number, firstName: string) => ({
  itemId,
  firstName,
  lastName: 'X',
  email: '',
  later: false,
});

const typed: DetailsValues = {
  firstName: 'Lucía',
  lastName: '',
  email: 'lucia@',
  sendAllToBuyer: false,
  attendees: [person(1, 'Ana'), person(1, 'Eva'), person(3, 'Tomás')],
  answers: { 8: 'A friend' },
  attendeeAnswers: [{ 9: 'S' }, { 9: 'M' }, { 9: 'L' }],
};
const order = orderOf(line(1, 10, 2), line(2, 20, 1, false), line(3, 30, 1));

test('what was typed comes back as it was, unfinished fields too', () => {
  expect(fromDraft(order, toDraft(order, typed))).toEqual(typed);
});

test('another order of the event takes the people over by their price, as far as it has room', () => {
  const next = orderOf(line(11, 30, 2), line(12, 10, 1));
  const values = fromDraft(next, toDraft(order, typed));
  expect(values).toMatchObject({ firstName: 'Lucía', email: 'lucia@', answers: { 8: 'A friend' } });
  expect(values.attendees.map(({ itemId, firstName }) => [itemId, firstName])).toEqual([
    [11, 'Tomás'],
    [11, ''],
    [12, 'Ana'],
  ]);
  expect(values.attendeeAnswers).toEqual([{ 9: 'L' }, {}, { 9: 'S' }]);
});
