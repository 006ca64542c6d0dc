import { REPORT_ROWS } from '@entrada/contract/insight/reports/money';
import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { formatCount } from '../../../platform/i18n/format.ts';
import styles from '../reports.module.css';
import { ReportTable, type ReportTableProps } from './table.tsx';

type RowsProps<Row> = ReportTableProps<Row> & {
  /** How many rows there are, also beyond those that are here. */
  count?: number;
};

/** The rows of a report, or that there are none. Says so if its file has more of them. */
export function Rows<Row>({ count, rows, ...table }: RowsProps<Row>) {
  const { i18n } = useLingui();
  const shown = rows.slice(0, REPORT_ROWS);
  const whole = count ?? rows.length;
  const first = formatCount(shown.length, i18n.locale);
  const all = formatCount(whole, i18n.locale);
  if (rows.length === 0)
    return (
      <p className={styles.none}>
        <Trans>Nothing on these days.</Trans>
      </p>
    );
  return (
    <>
      <ReportTable rows={shown} {...table} />
      {whole > shown.length && (
        <p className={styles.note}>
          <Trans>
            The first {first} of {all} rows. The export has all of them.
          </Trans>
        </p>
      )}
    </>
  );
}
