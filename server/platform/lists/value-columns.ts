import { minorToDecimalString } from '@entrada/contract/money';
import { withNote } from '@entrada/contract/words/side-by-side';
import type { ExportWord, ExportWords } from '@entrada/documents/types';
import type { Column } from './columns.ts';
import { localTimes } from './selection.ts';

/** Makes columns of times on the event's clock. Their headers name its time zone. */
export function clockColumns({ word, locale }: ExportWords, timezone: string) {
  const localTime = localTimes(timezone);
  return <Row>(name: ExportWord, at: (row: Row) => Date | null): Column<Row> => ({
    header: withNote(word(name), timezone, locale),
    as: 'time',
    value: (row) => localTime(at(row)),
  });
}

/** Makes columns of amounts in one currency, which their headers name. Null leaves the cell empty. Minor units. */
export const currencyColumns =
  ({ word, locale }: ExportWords, currency: string) =>
  <Row>(name: ExportWord, minor: (row: Row) => number | null): Column<Row> => ({
    header: withNote(word(name), currency, locale),
    as: 'decimal',
    value: (row) => {
      const amount = minor(row);
      return amount === null ? null : minorToDecimalString(amount, currency);
    },
  });
