import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { WhatArchivingEnds, WhatUnpublishingEnds } from './what-ends.tsx';
import { WhatPublishingOpens } from './what-opens.tsx';

test.each([
  [
    'unpublished',
    WhatUnpublishingEnds,
    'The page of Marea answers “not found” and nobody can buy until you publish it again. Tickets already sold stay valid.',
    'The page of Marea answers “not found” until you publish it again.',
  ],
  [
    'archived',
    WhatArchivingEnds,
    'Marea leaves your lists and its page closes. Orders and attendees are kept, and you can restore it as a draft. Tickets stay valid and nobody is told: if the event does not take place, call it off first.',
    'Marea leaves your lists and its page closes. Orders and attendees are kept, and you can restore it as a draft.',
  ],
  [
    'published',
    WhatPublishingOpens,
    'Anyone can open the page of Marea and buy tickets from now on.',
    'Anyone can open the page of Marea from now on. It says that the event is called off.',
  ],
])(
  'an event that is %s says of its tickets what is true once it is called off',
  (_, Words, usual, calledOff) => {
    const said = (calledOffAt: string | null) =>
      renderToStaticMarkup(
        <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
          <Words event={{ id: 5, title: 'Marea', status: 'public', calledOffAt }} />
        </I18nProvider>,
      );
    expect(said(null)).toBe(usual);
    expect(said('2027-06-01T10:00:00Z')).toBe(calledOff);
  },
);
