import { SOURCE_LOCALE } from '@entrada/contract/constants';
import { type ImportField, matchColumns } from '@entrada/contract/sales/imports/columns';
import { useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { isLocale } from '../../../platform/i18n/locales.ts';
import { useLeaveGuard } from '../../kit/form/use-leave-guard.ts';
import { firstPrice, type GuestPrice } from '../../kit/guests/prices.ts';
import type { Loaded } from '../api.ts';
import { FileBar } from '../file-bar.tsx';
import { Columns } from './columns.tsx';
import { type Choices, EACH_NAMES_ONE, Options } from './options.tsx';
import { type CellField, type Choice, type Correction, planRows, readRows, summaryOf } from './plan.ts';
import styles from './preview.module.css';
import { ReadyBar } from './ready-bar.tsx';
import { PreviewRows } from './rows.tsx';

type PreviewProps = {
  loaded: Loaded;
  prices: readonly GuestPrice[];
  setLoaded: (loaded: Loaded | null) => void;
  onSent: (importId: number) => void;
};

/** The columns of the file beside what becomes of its rows. Nothing is added before the bar's button is pressed. */
export function Preview({ loaded, prices, setLoaded, onSent }: PreviewProps) {
  const { i18n } = useLingui();
  const { file } = loaded;
  const matched = useMemo(() => {
    const rows = file.rows.map(({ cells }) => cells);
    return matchColumns(file.headers, rows);
  }, [file]);
  const [columns, setColumns] = useState<readonly (ImportField | null)[]>(matched);
  const [choices, setChoices] = useState<Choices>({
    priceId:
      prices.length > 1 && matched.includes('ticket')
        ? EACH_NAMES_ONE
        : String(firstPrice(prices)?.price.id ?? ''),
    payment: null,
    locale: isLocale(i18n.locale) ? i18n.locale : SOURCE_LOCALE,
    notify: true,
    skipKnown: true,
  });
  const [corrections, setCorrections] = useState<ReadonlyMap<number, Correction>>(new Map());
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const guard = useLeaveGuard(true);
  const { priceId, locale, skipKnown } = choices;
  const choice = useMemo<Choice>(
    () => ({
      columns,
      prices: prices.map(({ ticket, price }) => ({
        priceId: price.id,
        ticket: ticket.name,
        label: price.label,
      })),
      priceId: priceId === EACH_NAMES_ONE ? null : Number(priceId),
      locale,
      skipKnown,
    }),
    [columns, prices, priceId, locale, skipKnown],
  );
  const read = useMemo(() => readRows(file, choice), [file, choice]);
  const known = useMemo(() => new Set(file.known), [file]);
  const rows = useMemo(
    () => planRows(read, choice, { corrections, left, known }),
    [read, choice, corrections, left, known],
  );
  const summary = useMemo(() => summaryOf(rows), [rows]);
  const correct = (row: number, field: CellField, value: string) =>
    setCorrections((before) => new Map(before).set(row, { ...before.get(row), [field]: value }));
  const leaveOut = (row: number, isLeft: boolean) =>
    setLeft((before) => {
      const next = new Set(before);
      if (isLeft) next.add(row);
      else next.delete(row);
      return next;
    });
  return (
    <>
      <FileBar loaded={loaded} onRead={setLoaded} />
      <div className={styles.two}>
        <div className={styles.side}>
          <Columns file={file} columns={columns} matched={matched} setColumns={setColumns} />
          <Options
            prices={prices}
            columns={columns}
            choices={choices}
            set={(change) => setChoices((before) => ({ ...before, ...change }))}
            doubtful={summary.doubtful}
          />
        </div>
        <PreviewRows
          file={file}
          source={loaded.source.name}
          rows={rows}
          prices={prices}
          hasNames={columns.some(
            (field) => field === 'name' || field === 'firstName' || field === 'lastName',
          )}
          correct={correct}
          leaveOut={leaveOut}
        />
      </div>
      <ReadyBar
        summary={summary}
        prices={prices}
        notify={choices.notify}
        payment={choices.payment}
        onSent={(importId) => {
          guard.release();
          onSent(importId);
        }}
      />
    </>
  );
}
