import { LOCALES } from '@entrada/contract/constants';
import { expect, test } from 'vitest';
import { renderInvoicePdf } from '../index.ts';
import { sampleInvoice } from '../samples.ts';

const pages = (pdf: Uint8Array) =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length ?? 0;

const { content } = sampleInvoice;
const line = content.lines[0] ?? { quantity: 1, title: 'Ticket', unitMinor: 1, minor: 1 };

test.each(LOCALES)('one page in %s', async (locale) => {
  const pdf = await renderInvoicePdf(sampleInvoice, locale);
  expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
  expect(pages(pdf)).toBe(1);
});

test('as many pages as its lines need, whatever the names and the currency', async () => {
  const title =
    'Donaudampfschifffahrtsgesellschaftskapitänsmützenausstellung, ermäßigt für Vereinsmitglieder'.repeat(3);
  const lines = Array.from({ length: 100 }, () => ({ ...line, title }));
  const pdf = await renderInvoicePdf(
    {
      ...sampleInvoice,
      content: { ...content, lines, currency: 'KWD', buyer: { name: '王小明', email: 'w@example.com' } },
    },
    'de',
  );
  expect(pages(pdf)).toBeGreaterThan(5);
  expect(pages(pdf)).toBeLessThan(12);
});

test('without discount, taxes and a tax number there is still an invoice', async () => {
  const bare = { ...content, fees: [], taxes: [], issuer: { lines: ['音楽祭'], taxId: '' }, currency: 'JPY' };
  expect(pages(await renderInvoicePdf({ ...sampleInvoice, content: bare }, 'zh-cn'))).toBe(1);
});
