import type { ReportMoney } from '@entrada/contract/insight/reports/money';
import type { ReportChargeLine } from '@entrada/contract/insight/reports/taxes';
import type { ExportFormat } from '@entrada/contract/sales/exports';
import type { ExportWord, ExportWords } from '@entrada/documents/types';
import type { Column } from '../../../platform/lists/columns.ts';
import { type RowsFile, rowsFile } from '../../../platform/lists/export.ts';
import { moneyColumn } from '../../../sales/order-views/exports/columns.ts';

/** A report as a file: its rows with what they say, still to be written. */
export type Table = {
  rows: number;
  write: (format: ExportFormat, filename: string) => RowsFile;
};

async function* atOnce<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows;
}

/** A table whose sheet has the name `title`. */
export const tableOf = <Row>(title: string, columns: readonly Column<Row>[], rows: Row[]): Table => ({
  rows: rows.length,
  write: (format, filename) => rowsFile({ format, columns, filename, title }, atOnce(rows)),
});

type InCurrency = { currency: string };

/** A column of texts or numbers. */
export const plain = <Row>(
  words: ExportWords,
  name: ExportWord,
  value: (row: Row) => string | number | null,
): Column<Row> => ({ header: words.word(name), value });

/** A column of calendar days. */
export const dayColumn = <Row extends { day: string }>(words: ExportWords): Column<Row> => ({
  header: words.word('day'),
  as: 'date',
  value: ({ day }) => day,
});

/** A column of amounts in the currency of the row. Minor units. */
export const money = <Row extends InCurrency>(
  words: ExportWords,
  name: ExportWord,
  minor: (row: Row) => number | null,
): Column<Row> => moneyColumn(words.word(name), minor);

export const currencyColumn = <Row extends InCurrency>(words: ExportWords): Column<Row> => ({
  header: words.word('currency'),
  value: ({ currency }) => currency,
});

/** The columns of a line of a report, which add up from left to right. What is taken off is negative. */
export const lineColumns = <Row extends InCurrency & ReportMoney>(words: ExportWords): Column<Row>[] => [
  money(words, 'listedSales', ({ sales }) => sales),
  money(words, 'discounts', ({ discounts }) => 0 - discounts),
  money(words, 'refunds', ({ refunded }) => 0 - refunded),
  money(words, 'fees', ({ fees }) => fees),
  money(words, 'taxesAdded', ({ taxesAdded }) => taxesAdded),
  money(words, 'received', ({ received }) => received),
  money(words, 'tax', ({ tax }) => tax),
  money(words, 'taxRefunded', ({ taxRefunded }) => taxRefunded),
  currencyColumn(words),
];

/** A tax or fee with its rate; null is what was sold without any tax. */
type TaxRow = InCurrency &
  Pick<ReportChargeLine, 'base' | 'baseRefunded' | 'netBase'> & {
    charge: Pick<ReportChargeLine, 'type' | 'name' | 'rate' | 'included'> | null;
    collected: number;
    refunded: number;
    net: number;
  };

export const taxColumns = (words: ExportWords): Column<TaxRow>[] => [
  plain(words, 'name', ({ charge }) => (charge ? words.tax(charge) : words.word('untaxed'))),
  plain(words, 'kind', ({ charge }) => charge && words.word(charge.type)),
  { header: words.word('percentage'), as: 'decimal', value: ({ charge }) => charge?.rate ?? null },
  money(words, 'base', ({ base }) => base),
  money(words, 'collected', ({ collected }) => collected),
  money(words, 'baseRefunded', ({ baseRefunded }) => baseRefunded),
  money(words, 'collectedRefunded', ({ refunded }) => refunded),
  money(words, 'baseAfterRefunds', ({ netBase }) => netBase),
  money(words, 'collectedAfterRefunds', ({ net }) => net),
  currencyColumn(words),
];
