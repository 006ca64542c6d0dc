import type { GuestFile } from '@entrada/contract/sales/imports/endpoints';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../platform/i18n/format.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { Space } from '../../../ui/space.tsx';
import { saveBlob } from '../../kit/data/save-blob.ts';
import type { GuestPrice } from '../../kit/guests/prices.ts';
import { WindowedRows } from '../../kit/windowed/rows.tsx';
import { badRowsFile } from './bad-rows-file.ts';
import { needsLook, type PlannedRow } from './plan.ts';
import styles from './preview.module.css';
import { PreviewRow, type RowActs } from './row.tsx';
import { useFieldNames, useResultWords } from './words.ts';

type PreviewRowsProps = RowActs & {
  file: GuestFile;
  /** The name of the file. */
  source: string;
  rows: readonly PlannedRow[];
  prices: readonly GuestPrice[];
  /** Whether a column holds names. */
  hasNames: boolean;
};

const idOf = ({ row }: PlannedRow) => row;

/** All rows, or those that a person should look at. A row stays there while it is corrected. */
export function PreviewRows({ file, source, rows, prices, hasNames, ...acts }: PreviewRowsProps) {
  const { t, i18n } = useLingui();
  const [which, setWhich] = useState<'all' | 'look'>(() => (rows.some(needsLook) ? 'look' : 'all'));
  const say = useResultWords();
  const names = useFieldNames();
  const wrong = rows.filter(({ state }) => state === 'wrong');
  const look = rows.filter((row) => needsLook(row) || row.typed !== undefined || row.state === 'left');
  const shown = which === 'all' ? rows : look;
  const count = (n: number) => formatCount(n, i18n.locale);
  const all = count(rows.length);
  const open = count(rows.filter(needsLook).length);
  const save = () => {
    const reasons = new Map(wrong.map((row) => [row.row, say(row)]));
    const text = badRowsFile(file, { reasons, header: t`Reason` });
    const name = source.replace(/\.[^.]*$/, '');
    saveBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${name}-${t`errors`}.csv`);
  };
  return (
    <section className={styles.preview} aria-label={t`Preview`}>
      <div className={styles.previewHead}>
        <h2>
          <Trans>Preview</Trans>
        </h2>
        <SegmentedControl
          aria-label={t`Rows`}
          value={which}
          onChange={(next) => setWhich(next === 'all' ? 'all' : 'look')}
          data={[
            { value: 'all', label: t`All ${all}` },
            { value: 'look', label: t`To look at ${open}` },
          ]}
        />
      </div>
      {!hasNames && (
        <Note tone="attn">
          <Trans>No column holds names. Choose it under “Your columns”.</Trans>
        </Note>
      )}
      <div className={styles.header} aria-hidden="true">
        <span>
          <Trans>Row</Trans>
        </span>
        <span>{names.name}</span>
        <span>{names.email}</span>
        <span>{names.ticket}</span>
        <span>{names.plus}</span>
        <span>
          <Trans>Result</Trans>
        </span>
      </div>
      {shown.length === 0 && (
        <p className={styles.none} role="status">
          <Trans>Every row is ready.</Trans>
        </p>
      )}
      <WindowedRows key={which} as="ol" rows={shown} idOf={idOf}>
        {(row, place) => <PreviewRow row={row} place={place} prices={prices} {...acts} />}
      </WindowedRows>
      {wrong.length > 0 && (
        <p className={styles.quiet}>
          <Trans>Correct a row here and it turns ready. Or import it again later:</Trans>
          <Space />
          <button type="button" className="link" onClick={save}>
            <Plural
              value={wrong.length}
              one="download the # row with errors"
              other="download the # rows with errors"
            />
          </button>
        </p>
      )}
    </section>
  );
}
