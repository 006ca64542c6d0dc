import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { WhatDisappears } from './disappears.tsx';

const [north, south] = [
  { name: 'North', checkedIn: 0 },
  { name: 'South', checkedIn: 3 },
];

test.each([
  [[north], null, 'The link of North stops working at once. Tickets stay valid.'],
  [[north], '2027-06-01T10:00:00Z', 'The link of North stops working at once.'],
  [
    [south],
    null,
    'The link of South stops working at once. 3 check-ins disappear; the scans are kept. Tickets stay valid.',
  ],
  [
    [north, south],
    '2027-06-01T10:00:00Z',
    'Their links stop working at once. 3 check-ins disappear; the scans are kept.',
  ],
  // Somebody else deleted them meanwhile.
  [[], null, 'Their links stop working at once. Tickets stay valid.'],
] as const)('with the lists %j of an event called off at %s goes: %s', (lists, calledOffAt, said) => {
  const html = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <WhatDisappears lists={lists} event={{ calledOffAt }} />
    </I18nProvider>,
  );
  expect(html.replaceAll(/\s+/g, ' ').trim()).toBe(said);
});
