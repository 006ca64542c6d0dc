import { minorToDecimalString } from '@entrada/contract/money';
import { brandName } from '@entrada/contract/sales/card-brands';
import type { OrderRow } from '@entrada/contract/sales/orders';
import type { ExportWord, ExportWords } from '@entrada/documents/types';
import type { AccountScope, Ctx } from '../../../platform/context.ts';
import type { Column } from '../../../platform/lists/columns.ts';
import { clockColumns } from '../../../platform/lists/value-columns.ts';
import { documentNumber } from '../../invoices/core/content.ts';
import { chargeSum } from '../../invoices/core/taxes-and-fees.ts';
import { findOrderRows } from '../../orders/list-queries.ts';
import { findOrderFacts, type Numbered, type OrderFacts, type SoldCharge } from './queries.ts';

/** An order of the list with what its files say about it. */
export type ExportedOrder = OrderRow & Omit<OrderFacts, 'id'> & { orderId: number };

/** Orders with all that a file says about them, in the order of the ids. */
export async function findExportedOrders(
  ctx: Ctx,
  scope: AccountScope,
  ids: number[],
): Promise<ExportedOrder[]> {
  const found = await findOrderRows(ctx.db, scope, ids);
  const facts = await findOrderFacts(ctx.db, scope, ids);
  return found.flatMap((row) => {
    const more = facts.get(row.id);
    return more ? [{ ...row, ...more, orderId: row.id }] : [];
  });
}

/** A column of amounts, as decimals of the row's currency. Null leaves the cell empty. Minor units. */
export const moneyColumn = <Row extends { currency: string }>(
  header: string,
  minor: (row: Row) => number | null,
): Column<Row> => ({
  header,
  as: 'decimal',
  value: (row) => {
    const amount = minor(row);
    return amount === null ? null : minorToDecimalString(amount, row.currency);
  },
});

/** When an order was made and when it was complete. */
export function orderTimes<Row extends ExportedOrder>(words: ExportWords, timezone: string): Column<Row>[] {
  const timeColumn = clockColumns(words, timezone);
  return [
    timeColumn('bought', (row) => new Date(row.createdAt)),
    timeColumn('completedAt', (row) => row.completedAt),
  ];
}

/** A column for each fee, or for each tax. `itemsOf`: what a row says the sums of. */
export const chargeColumns = <Row extends { currency: string }>(
  charges: readonly SoldCharge[],
  words: ExportWords,
  itemsOf: (row: Row) => Parameters<typeof chargeSum>[0],
): ((type: 'fee' | 'tax') => Column<Row>[]) => {
  return (type) =>
    charges
      .filter((charge) => charge.type === type)
      .map((charge) => moneyColumn<Row>(words.tax(charge), (row) => chargeSum(itemsOf(row), charge)));
};

/** Who bought: the order's number, name and email. */
export const buyerColumns = <Row extends ExportedOrder>({ word }: ExportWords): Column<Row>[] => [
  { header: word('order'), value: (row) => row.reference },
  { header: word('firstName'), value: (row) => row.firstName },
  { header: word('lastName'), value: (row) => row.lastName },
  { header: word('email'), value: (row) => row.email },
];

/** How an order came about. */
export const originColumns = <Row extends ExportedOrder>(words: ExportWords): Column<Row>[] => [
  { header: words.word('promoCode'), value: (row) => row.promoCode },
  { header: words.word('affiliate'), value: (row) => row.affiliate },
  { header: words.word('language'), value: (row) => words.language(row.locale) },
];

/** The numbers of the order's invoices. */
export const invoiceColumn = <Row extends ExportedOrder>({ word }: ExportWords): Column<Row> => ({
  header: word('invoice'),
  value: ({ invoices }) => numbersOf(invoices),
});

/** The numbers of credit notes. */
export const creditNoteColumn = <Row>(
  { word }: ExportWords,
  notes: (row: Row) => readonly Numbered[],
): Column<Row> => ({ header: word('creditNote'), value: (row) => numbersOf(notes(row)) });

const numbersOf = (documents: readonly Numbered[]): string | null =>
  documents.map(({ prefix, number }) => documentNumber(prefix, number)).join('; ') || null;

/** A provider, and the card if it was one. */
export function methodName(
  { provider, cardBrand }: { provider: string | null; cardBrand: string | null },
  word: (word: ExportWord) => string,
): string | null {
  if (provider === null) return null;
  if (provider === 'test_bank') return word('testBank');
  return cardBrand ? brandName(cardBrand) : word('card');
}

/** How the money came. Nothing while it has not come. */
export const methodColumn = <Row extends ExportedOrder>({ word }: ExportWords): Column<Row> => ({
  header: word('paymentMethod'),
  value: (row) => {
    const method = methodName(row, word);
    if (method !== null) return method;
    if (row.offlineDueAt) return word('withoutCard');
    if (row.paidByHand) return word(row.paidByHand === 'cash' ? 'cash' : 'cardByHand');
    return row.status === 'completed' && row.total === 0 ? word('free') : '';
  },
});

/** What came in for an order, in minor units: by its payment, or by hand, also after a move. */
export const paidOf = ({ taken, completedAt, total, adjusted }: ExportedOrder): number =>
  (taken ?? (completedAt ? total : 0)) + adjusted;
