import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { KeptFacts } from './kept.tsx';
import type { KeptPerson } from './known.ts';

const person: KeptPerson = {
  isOfPhone: true,
  guest: {
    ...{ reference: 'ENT-7K3Q9F-1', name: 'Ana Ferrer', ticket: 'Day ticket', status: 'active' },
    ...{ ownStartsAt: null, ownEndsAt: null, checkedInAt: '2027-06-11T18:00:00.000Z' },
  },
  last: { direction: 'in', at: '2027-06-11T18:00:00.000Z', device: 'Otter 42' },
  scans: [
    { nonce: 'c', at: '2027-06-11T18:03:00.000Z', verdict: 'already_in', direction: 'in', isUndo: false },
    { nonce: 'b', at: '2027-06-11T18:00:00.000Z', verdict: 'admitted', direction: 'in', isUndo: false },
    { nonce: 'a', at: '2027-06-11T17:50:00.000Z', verdict: 'admitted', direction: 'in', isUndo: true },
  ],
  refused: null,
};

const textOf = (shown: KeptPerson) =>
  renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <KeptFacts person={shown} timezone="Europe/Madrid" />
    </I18nProvider>,
  )
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

test('the ticket, whether somebody is inside, each scan of this phone, and what else needs a connection', () => {
  const text = textOf(person);
  expect(text).toContain('Day ticket · ENT-7K3Q9F-1');
  expect(text).toMatch(/Came in 20:00.*Otter 42/);
  expect(text).toMatch(/On this phone 20:03: Already checked in 20:00: Checked in 19:50: Check-in undone/);
  expect(text).toContain('The order, scans at other doors, the note and letting somebody in anyway need a');
  expect(text).not.toContain('Wrong door');
});

test('nobody has scanned somebody whom this door refuses: only why is said', () => {
  const text = textOf({ ...person, last: null, scans: [], refused: 'wrong_ticket' });
  expect(text).toContain('Wrong door');
  expect(text).not.toContain('On this phone');
  expect(text).not.toContain('Came in');
});
