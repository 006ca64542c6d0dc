import type { ExportName } from '@entrada/contract/sales/exports';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What each export is called, and what one of its rows stands for. */
export const exportWords: Record<ExportName, { name: MessageDescriptor; rows: MessageDescriptor }> = {
  orders: {
    name: msg`Orders`,
    rows: msg`A row for each order: net, each fee and tax, paid, refunded, invoice.`,
  },
  'order-lines': {
    name: msg`Order lines`,
    rows: msg`A row for each ticket type of an order, with its discounts, fees and taxes.`,
  },
  refunds: { name: msg`Refunds`, rows: msg`A row for each refund, with its part of each tax.` },
  attendees: {
    name: msg`Attendees`,
    rows: msg`A row for each ticket: who comes, the price and each answer.`,
  },
  answers: { name: msg`Answers`, rows: msg`A row for each ticket, a column for each question.` },
  'check-ins': { name: msg`Check-ins`, rows: msg`A row for each time somebody came in.` },
  scans: { name: msg`Scans`, rows: msg`A row for each scan at a door, refused ones too.` },
  'people-inside': {
    name: msg`People inside`,
    rows: msg`A row for each person who is inside when the file is made.`,
  },
  'promo-codes': { name: msg`Promo codes`, rows: msg`A row for each code.` },
  affiliates: { name: msg`Affiliates`, rows: msg`A row for each affiliate.` },
};
