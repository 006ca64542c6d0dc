import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test, vi } from 'vitest';
import * as hydration from '../../platform/use-hydrated.ts';
import { AttendeeFields } from './attendee-fields.tsx';
import { type Person, valuesOf } from './form.ts';

// Files share their modules, so one that another file has loaded cannot be mocked. What it exports can be watched.
const hydrated = vi.spyOn(hydration, 'useHydrated').mockReturnValue(true);
afterAll(() => hydrated.mockRestore());

const order = {
  lines: [{ id: 7, ticketId: 70, ticketName: 'Seat', priceLabel: '', quantity: 2, admits: true }],
  event: { timezone: 'Europe/Madrid' },
  ...{ attendees: [], attendeeDetails: 'per_ticket', sendAllToBuyer: false, buyer: null, policy: null },
  ...{ questions: [], answers: {}, attendeeAnswers: [] },
} as unknown as BuyerOrder;

const nobody: Person = { firstName: '', lastName: '', email: '' };
const lucia: Person = { firstName: 'Lucía', lastName: 'Márquez', email: 'lucia@example.com' };

/** What the buttons of the attendees say, with a buyer and a first attendee. */
function buttonsOf(buyer: Person, first: Person): string[] {
  const values = { ...valuesOf(order), ...buyer };
  const attendees = values.attendees.map((one, index) => (index === 0 ? { ...one, ...first } : one));
  const html = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <AttendeeFields
        order={order}
        values={{ ...values, attendees }}
        errors={{}}
        countries={[]}
        onCopy={() => undefined}
      />
    </I18nProvider>,
  );
  return (html.match(/Cop(y|ied) from buyer/g) ?? []).map(String);
}

test.each([
  ['nothing was typed', nobody, nobody, ['Copy from buyer', 'Copy from buyer']],
  ['the first attendee is the buyer', lucia, lucia, ['Copied from buyer', 'Copy from buyer']],
  ['a part was typed', { ...nobody, email: 'l' }, nobody, ['Copied from buyer', 'Copy from buyer']],
  ['only blanks were typed', { ...nobody, email: ' ' }, nobody, ['Copy from buyer', 'Copy from buyer']],
  ['the first attendee is somebody else', nobody, lucia, ['Copy from buyer', 'Copy from buyer']],
])('an attendee says whether they were copied from the buyer: %s', (_, buyer, first, said) => {
  expect(buttonsOf(buyer, first)).toEqual(said);
});
