import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { IncludedTaxes, OrderLines } from './order-summary.tsx';

const taxOrFee = (name: string, type: 'tax' | 'fee', value: number, included = false) => ({
  name,
  type,
  value,
  included,
});

/** Two tickets at 45.00 less 5.00 each, with a fee of 2.40 and 4.24 VAT each: 93.28 in all. */
const order = {
  currency: 'EUR',
  event: { timezone: 'Europe/Madrid' },
  promoCode: 'VERANO',
  lines: [
    {
      ...{ id: 1, ticketName: 'General', priceLabel: '', quantity: 2, unitList: 4500, total: 9328 },
      ...{ admits: true, isCancelled: false },
      ownStartsAt: '2027-06-11T16:00:00Z',
      ownEndsAt: '2027-06-12T00:00:00Z',
    },
  ],
  charges: [
    taxOrFee('Service fee', 'fee', 480),
    taxOrFee('VAT', 'tax', 848),
    taxOrFee('City tax', 'tax', 100, true),
  ],
  discountTotal: 1000,
  total: 9328,
} as unknown as BuyerOrder;

function textOf(priceDisplay: BuyerOrder['priceDisplay']): string {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  const shown = { ...order, priceDisplay };
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <OrderLines order={shown} />
      <IncludedTaxes order={shown} />
    </I18nProvider>,
  );
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}

test('beside the price: the list price, then everything that is added or taken off', () => {
  const text = textOf('exclusive');
  for (const part of ['€90.00', '€10.00', 'Service fee', '€4.80', 'VAT', '€8.48'])
    expect(text).toContain(part);
  expect(text).not.toContain('€93.28');
});

test('with everything in it: what a line comes to, as on the page of the event, and what is in it by name', () => {
  const text = textOf('inclusive');
  expect(text).toContain('€93.28');
  for (const part of ['€90.00', '€10.00']) expect(text).not.toContain(part);
  for (const part of ['€4.80 Service fee', '€8.48 VAT', '€1.00 City tax']) expect(text).toContain(part);
});

test('a line says the part of the event that it is for, and that it is cancelled', () => {
  expect(textOf('inclusive')).toContain('Fri 11 June 2027, 18:00 – 02:00');
  const [line] = order.lines;
  if (line) line.isCancelled = true;
  expect(textOf('inclusive')).toContain('02:00, cancelled');
});
