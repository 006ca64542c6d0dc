import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { expect, test } from 'vitest';
import { allErrors, bodyOf, findErrors, readDetails, valuesOf } from './form.ts';

const order = {
  lines: [
    { id: 7, ticketId: 70, quantity: 2, admits: true },
    { id: 8, ticketId: 80, quantity: 3, admits: false },
    { id: 9, ticketId: 90, quantity: 1, admits: true },
  ],
  attendees: [{ itemId: 9, firstName: 'Ana', lastName: 'Martí', email: 'ana@example.com' }],
  attendeeDetails: 'per_ticket',
  sendAllToBuyer: false,
  buyer: null,
  questions: [],
  answers: {},
  attendeeAnswers: [],
} as unknown as BuyerOrder;

test('there is one entry for each ticket that lets a person in, and those already known are at their line', () => {
  expect(valuesOf(order).attendees.map(({ itemId, firstName }) => [itemId, firstName])).toEqual([
    [7, ''],
    [7, ''],
    [9, 'Ana'],
  ]);
});

test('the form cannot say for which line an attendee is', () => {
  const form = new FormData();
  form.set('firstName', 'Lucía');
  form.set('attendees.2.itemId', '999');
  form.set('attendees.2.firstName', 'Tomás');
  const values = readDetails(order, form);
  expect(values.attendees[2]).toEqual({ itemId: 9, firstName: 'Tomás', lastName: '', email: '' });
  expect(values.firstName).toBe('Lucía');
});

test('no attendees are sent when all tickets go to the buyer', () => {
  const form = new FormData();
  form.set('sendAllToBuyer', 'on');
  const values = readDetails(order, form);
  expect(values.attendees).toHaveLength(3);
  expect(bodyOf(values).attendees).toEqual([]);
  expect(bodyOf(readDetails({ ...order, attendeeDetails: 'per_order' }, new FormData())).sendAllToBuyer).toBe(
    true,
  );
});

test('an empty field is missing, not malformed', () => {
  const values = { ...valuesOf(order), email: ' ', emailConfirmation: 'x' };
  expect(
    allErrors(order, values, [
      { path: 'email', code: 'invalid_email' },
      { path: 'emailConfirmation', code: 'must_match' },
      { path: 'attendees.0.email', code: 'invalid_email' },
    ]),
  ).toEqual([
    { path: 'email', code: 'required' },
    { path: 'emailConfirmation', code: 'must_match' },
    { path: 'attendees.0.email', code: 'required' },
  ]);
});

test('the second email is compared even while the server stopped at other fields', () => {
  const values = {
    ...valuesOf(order),
    firstName: '',
    email: 'ana@example.com',
    emailConfirmation: 'ana@example.org',
  };
  expect(
    allErrors(order, values, [
      { path: 'firstName', code: 'too_short' },
      { path: 'attendees.0.firstName', code: 'required' },
    ]),
  ).toEqual([
    { path: 'firstName', code: 'required' },
    { path: 'emailConfirmation', code: 'must_match' },
    { path: 'attendees.0.firstName', code: 'required' },
  ]);
  expect(allErrors(order, { ...values, emailConfirmation: 'Ana@Example.com' }, [])).toEqual([]);
});

const question = { scope: 'order', description: '', options: [], required: true, ticketIds: null };
const asking = {
  ...order,
  questions: [
    { ...question, id: 1, type: 'address', title: 'Address' },
    { ...question, id: 2, type: 'text', title: 'Elsewhere', ticketIds: [5] },
    {
      ...question,
      id: 3,
      scope: 'attendee',
      type: 'checkbox',
      title: 'Meals',
      options: ['A', 'B'],
      ticketIds: [90],
    },
    { ...question, id: 4, scope: 'attendee', type: 'radio', title: 'Size', options: ['S', 'M'] },
  ],
} as unknown as BuyerOrder;

test('answers are read for what is asked, and for nothing else', () => {
  const form = new FormData();
  form.set('answers.1.city', 'València');
  form.set('answers.2', 'not asked');
  form.append('attendeeAnswers.2.3', 'A');
  form.append('attendeeAnswers.2.3', 'B');
  form.set('attendeeAnswers.0.4', 'M');
  const { answers, attendeeAnswers } = readDetails(asking, form);
  expect(Object.keys(answers)).toEqual(['1']);
  expect(answers['1']).toMatchObject({ city: 'València', line1: '' });
  expect(attendeeAnswers).toEqual([{ 4: 'M' }, { 4: '' }, { 3: ['A', 'B'], 4: '' }]);
});

test('what is wrong is named in the order of the form, answers beside everything else', () => {
  const values = { ...readDetails(asking, new FormData()), sendAllToBuyer: true, lastName: 'Vidal' };
  const expected = [
    { path: 'firstName', code: 'required' },
    { path: 'email', code: 'required' },
    { path: 'emailConfirmation', code: 'required' },
    { path: 'answers.1.line1', code: 'required' },
    { path: 'answers.1.city', code: 'required' },
    { path: 'answers.1.country', code: 'required' },
    { path: 'attendeeAnswers.0.4', code: 'invalid_choice' },
    { path: 'attendeeAnswers.1.4', code: 'invalid_choice' },
    { path: 'attendeeAnswers.2.3', code: 'invalid_choice' },
    { path: 'attendeeAnswers.2.4', code: 'invalid_choice' },
  ];
  expect(findErrors(asking, values)).toEqual(expected);
  const refused = [
    { path: 'email', code: 'invalid_email' as const },
    { path: 'firstName', code: 'too_short' as const },
  ];
  expect(allErrors(asking, values, refused).map(({ path }) => path)).toEqual([
    'email',
    'firstName',
    ...expected.slice(2).map(({ path }) => path),
  ]);
});
