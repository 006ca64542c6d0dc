import type { PublicEvent } from '@entrada/contract/catalog/shop';
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { EventHeader } from './header.tsx';

const event = {
  ...{
    id: 5,
    title: 'Noche',
    path: '/marea/5',
    timezone: 'Europe/Madrid',
    isPreview: false,
    isCalledOff: false,
  },
  ...{ startsAt: '2027-12-13T18:00:00Z', endsAt: null },
  location: { isOnline: false, venueName: 'Sala' },
  organizer: { name: 'Marea', slug: 'marea', logo: null },
} as unknown as PublicEvent;

test.each([
  ['that takes place', {}, true],
  ['that is called off', { isCalledOff: true }, false],
  ['that is not public yet', { isPreview: true }, false],
])('an event %s is offered for calendars only if it takes place', (_, more, isOffered) => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  const element = (
    <I18nProvider i18n={i18n}>
      <EventHeader event={{ ...event, ...more }} canonical="https://entrada.example/marea/5" />
    </I18nProvider>
  );
  const router = createMemoryRouter([{ path: '/', element }]);
  const page = renderToStaticMarkup(<RouterProvider router={router} />);
  expect(page.includes('Add to calendar')).toBe(isOffered);
});
