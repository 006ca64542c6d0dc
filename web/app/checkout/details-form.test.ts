import type { BuyerOrder } from '@entrada/contract/checkout';
import { expect, test } from 'vitest';
import { allErrors, bodyOf, readDetails, valuesOf } from './details-form.ts';

const order = {
  lines: [
    { id: 7, quantity: 2 },
    { id: 9, quantity: 1 },
  ],
  attendees: [{ itemId: 9, firstName: 'Ana', lastName: 'Martí', email: 'ana@example.com' }],
  attendeeDetails: 'per_ticket',
  sendAllToBuyer: false,
  buyer: null,
} as unknown as BuyerOrder;

test('there is one entry for each ticket, and those already known are at their line', () => {
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
    allErrors(values, [
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
    allErrors(values, [
      { path: 'firstName', code: 'too_short' },
      { path: 'attendees.0.firstName', code: 'required' },
    ]),
  ).toEqual([
    { path: 'firstName', code: 'required' },
    { path: 'emailConfirmation', code: 'must_match' },
    { path: 'attendees.0.firstName', code: 'required' },
  ]);
  expect(allErrors({ ...values, emailConfirmation: 'Ana@Example.com' }, [])).toEqual([]);
});
