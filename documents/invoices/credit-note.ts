import type { Locale } from '@entrada/contract/constants';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { formatDay } from '../format.ts';
import { drawClosing, drawHead, drawLines, drawParties, drawTotals } from './parts.ts';
import { drawSheet } from './sheet.ts';
import type { CreditNoteContent, CreditNotePdfData } from './types.ts';

const WHY: Record<CreditNoteContent['reason'], MessageDescriptor> = {
  refund: msg`The total was refunded.`,
  dispute: msg`The bank took the total back for the buyer.`,
  change: msg`The order was changed and is invoiced anew.`,
  waived: msg`The total need not be paid.`,
};

/** A credit note on as many A4 pages as its lines need. It names its invoice. */
export function creditNotePdf(data: CreditNotePdfData, locale: Locale): Promise<Uint8Array> {
  const { number, issuedAt, content } = data;
  const { invoice, event } = content;
  const about = {
    number,
    currency: content.currency,
    author: content.issuer.lines[0] ?? '',
    title: (i18n: { _: (message: MessageDescriptor) => string }) => i18n._(msg`Credit note ${number}`),
  };
  return drawSheet(about, locale, (sheet) => {
    const { i18n } = sheet;
    const top = drawHead(sheet, i18n._(msg`Credit note`));
    const lines = drawParties(sheet, top, { ...content, issuedAt }, [
      [i18n._(msg`For invoice`), invoice.number],
      [i18n._(msg`Date of the invoice`), formatDay(invoice.issuedAt, event.timeZone, locale)],
    ]);
    const sums = { ...content, discount: null };
    const y = drawTotals(sheet, drawLines(sheet, lines, content.lines), sums, i18n._(msg`Total credited`));
    drawClosing(sheet, y, i18n._(WHY[content.reason]));
  });
}
