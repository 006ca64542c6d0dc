import { LOCALES } from '@entrada/contract/constants';
import { expect, test } from 'vitest';
import { renderCreditNotePdf, renderInvoicePdf } from '../index.ts';
import { sampleCreditNote, sampleInvoice } from '../samples/pdf.ts';
import { pdfText } from '../test/pdf-text.ts';

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

test.each(LOCALES)('a credit note names its invoice and what it gives back of it, in %s', async (locale) => {
  const pdf = await renderCreditNotePdf(sampleCreditNote, locale);
  const read = await pdfText(pdf);
  expect(read).toHaveLength(1);
  for (const words of ['CN-00007', sampleInvoice.number, 'Camping, dos noches', 'B12345678'])
    expect(read.join(' ')).toContain(words);
  const figures = read.join(' ').replace(/[^0-9]+/g, ' ');
  // 95.00 and 12.50 of the lines, the fee, the tax in it, the total with and without tax.
  for (const figure of ['95 00', '12 50', '6 45', '9 41', '113 95', '104 54'])
    expect(figures).toContain(figure);
});
