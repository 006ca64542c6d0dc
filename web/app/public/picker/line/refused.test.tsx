import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { TicketRowProps } from './props.ts';
import { TicketRow } from './row.tsx';

const price = {
  ...{ id: 11, label: '', amount: 500, amountBefore: null, availability: 'on_sale', maxNow: 10, left: null },
  ...{ saleStartsAt: null, saleEndsAt: null },
};
const ticket = {
  ...{ id: 1, name: 'Seat', description: '', type: 'paid', admits: true, prices: [price], minPerOrder: 1 },
  ...{
    maxPerOrder: 10,
    maxIsPerPerson: false,
    collapsedOnLoad: false,
    taxesAndFees: [],
    ownStartsAt: null,
    ownEndsAt: null,
  },
};
const event = {
  ...{
    id: 7,
    currency: 'EUR',
    timezone: 'Europe/Madrid',
    startsAt: '2027-06-11T16:00:00Z',
    isPreview: false,
  },
  ...{ settings: { priceDisplay: 'inclusive' }, promo: null, hold: null, tickets: [ticket] },
};

/** The opening tags of what is marked as refused. A refusal leads to the first. */
function refusedIn({ of = {}, typed, availability = 'on_sale' }: Row): string[] {
  const props = {
    event,
    ticket: { ...ticket, ...of, prices: [{ ...price, availability }] },
    selection: typed ? { 11: typed } : {},
    problems: {},
    refusal: { code: 'NOT_ENOUGH_LEFT', priceId: 11, figures: { left: 1 } },
    onChange: () => undefined,
  } as unknown as TicketRowProps;
  const html = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <TicketRow {...props} />
    </I18nProvider>,
  );
  expect(html).toContain('id="problem-11"');
  return (html.replaceAll(/<noscript>.*?<\/noscript>/g, '').match(/<[^>]*data-refused[^>]*>/g) ?? []).map(
    String,
  );
}

type Row = { of?: object; typed?: string; availability?: string };

test.each([
  ['the amount of a donation', { of: { type: 'donation' }, typed: '2' }, /minimum-11 problem-11/],
  ['a quantity', { typed: '3' }, /problem-11/],
] as [string, Row, RegExp][])('a refusal leads to %s, which its words describe', (_, row, described) => {
  const [field = ''] = refusedIn(row);
  expect(field).toMatch(/^<input /);
  expect(field).toMatch(/name="price-11"/);
  expect(field).toMatch(/aria-invalid="true"/);
  expect(/aria-describedby="([^"]*)"/.exec(field)?.[1]).toMatch(described);
});

test.each([
  ['is sold out by now', { typed: '3', availability: 'sold_out' }],
  ['is not chosen any more', {}],
] as [string, Row][])('where a ticket %s, a refusal leads to its words', (_, row) => {
  const [words = ''] = refusedIn(row);
  expect(words).toMatch(/^<p /);
  expect(words).toMatch(/tabindex="-1"/);
});
