import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { nameOfField } from './field-names.ts';

const order = {
  attendeeDetails: 'per_ticket',
  lines: [{ id: 7, ticketId: 1, quantity: 2, admits: true }],
  questions: [
    { id: 5, title: 'Diet', scope: 'attendee', type: 'text', ticketIds: null },
    { id: 6, title: 'Invoice to', scope: 'order', type: 'address', ticketIds: null },
  ],
} as unknown as BuyerOrder;

test.each([
  ['email', 'Email'],
  ['attendees.1.lastName', 'Attendee 2 of 2, Last name'],
  ['attendeeAnswers.0.5', 'Attendee 1 of 2, Diet'],
  ['answers.6', 'Invoice to'],
  ['answers.6.postalCode', 'Invoice to, Postal code'],
  ['answers.99', ''],
  ['sendAllToBuyer', ''],
])('%s is called %j', (path, name) => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  expect(nameOfField(i18n, order, path)).toBe(name);
});
