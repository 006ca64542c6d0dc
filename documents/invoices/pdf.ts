import type { Locale } from '@entrada/contract/constants';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { drawClosing, drawHead, drawLines, drawParties, drawTotals } from './parts.ts';
import { amount, drawSheet } from './sheet.ts';
import type { InvoiceContent, InvoicePdfData } from './types.ts';

const byCard = msg`Paid by card.`;
const PAID: Record<InvoiceContent['payment'], MessageDescriptor> = {
  card: byCard,
  terminal: byCard,
  cash: msg`Paid in cash.`,
  offline: msg`Paid without a card. Payment received.`,
};

/** An invoice on as many A4 pages as its lines need. */
export function invoicePdf(data: InvoicePdfData, locale: Locale): Promise<Uint8Array> {
  const { number, issuedAt, content } = data;
  const about = {
    number,
    currency: content.currency,
    author: content.issuer.lines[0] ?? '',
    title: (i18n: { _: (message: MessageDescriptor) => string }) => i18n._(msg`Invoice ${number}`),
  };
  return drawSheet(about, locale, (sheet) => {
    const { i18n } = sheet;
    const parties = drawParties(sheet, drawHead(sheet, i18n._(msg`Invoice`)), { ...content, issuedAt });
    const y = drawTotals(sheet, drawLines(sheet, parties, content.lines), content, i18n._(msg`Total`));
    const open = content.openMinor ? amount(sheet, content.openMinor) : null;
    drawClosing(sheet, y, open ? i18n._(msg`Still to be paid: ${open}`) : i18n._(PAID[content.payment]));
  });
}
