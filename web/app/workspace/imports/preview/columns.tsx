import { IMPORT_FIELDS, type ImportField } from '@entrada/contract/sales/imports/columns';
import type { GuestFile } from '@entrada/contract/sales/imports/endpoints';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Select } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import styles from './preview.module.css';
import { useFieldNames } from './words.ts';

type ColumnsProps = {
  file: GuestFile;
  columns: readonly (ImportField | null)[];
  /** What was found by names and contents. */
  matched: readonly (ImportField | null)[];
  setColumns: (columns: (ImportField | null)[]) => void;
};

const NONE = 'none';
/** Values of a column that show as an example. */
const EXAMPLES = 2;

/** Which column of the file holds what. A field is in one column only, so choosing it takes it from another. */
export function Columns({ file, columns, matched, setColumns }: ColumnsProps) {
  const { t, i18n } = useLingui();
  const names = useFieldNames();
  const labels: Record<ImportField, string> = { ...names, firstName: t`First name`, lastName: t`Last name` };
  const data = [
    ...IMPORT_FIELDS.map((field) => ({ value: field as string, label: labels[field] })),
    { value: NONE, label: t`Leave out` },
  ];
  const choose = (at: number, value: string | null) => {
    const field = IMPORT_FIELDS.find((one) => one === value) ?? null;
    setColumns(
      columns.map((one, nth) => (nth === at ? field : field !== null && one === field ? null : one)),
    );
  };
  const found = matched.filter((field) => field !== null).length;
  return (
    <section>
      <h2>
        <Trans>Your columns</Trans>
      </h2>
      <p className={styles.quiet}>
        {found === 0 ? (
          <Trans>No column was known by its name or contents.</Trans>
        ) : (
          <Plural
            value={found}
            one="# column was matched by its name or contents."
            other="# columns were matched by their names and contents."
          />
        )}
      </p>
      <ul className={styles.columns}>
        {file.headers.map((header, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file stay where they are
          <li key={at}>
            <span>
              <b>{header || t`Column ${at + 1}`}</b>
              <span className={styles.example}>{examplesOf(file, at, i18n.locale)}</span>
            </span>
            <IconArrowRight size={16} stroke={1.75} aria-hidden="true" />
            <Select
              aria-label={header || t`Column ${at + 1}`}
              allowDeselect={false}
              value={columns[at] ?? NONE}
              data={data}
              onChange={(value) => choose(at, value)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function examplesOf({ rows }: GuestFile, at: number, locale: string): string {
  const found = new Set<string>();
  for (const { cells } of rows) {
    const cell = cells[at]?.trim();
    if (cell) found.add(cell);
    if (found.size === EXAMPLES) break;
  }
  return sideBySide([...found], locale);
}
