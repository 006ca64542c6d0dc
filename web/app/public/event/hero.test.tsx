import type { PublicEvent } from '@entrada/contract/catalog/shop';
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EventHero } from './hero.tsx';

const event = {
  ...{ id: 5, title: 'Noche', timezone: 'Europe/Madrid', isCalledOff: true, cover: null },
  ...{ startsAt: '2027-12-13T18:00:00Z', endsAt: null },
  location: { isOnline: true },
  organizer: { name: 'Marea', slug: 'marea', logo: null },
  settings: { hideIntroduction: true },
} as unknown as PublicEvent;

test.each(['en', 'zh-cn'])('that an event is called off is a sentence of its own, in %s', (locale) => {
  const i18n = setupI18n({ locale, messages: { [locale]: {} } });
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <EventHero event={event} isCompact />
    </I18nProvider>,
  );
  expect(html.replace(/<[^>]+>/g, '')).toMatch(/^Called off\. ?This event does not take place\./);
});
