import { personName } from '@entrada/contract/accounts/person-name';
import { LOCALES } from '@entrada/contract/constants';
import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Select, TextInput } from '@mantine/core';
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCheck,
  IconMinus,
  IconRestore,
  IconX,
} from '@tabler/icons-react';
import { useId } from 'react';
import { localeNames } from '../../../platform/i18n/locales.ts';
import { type GuestPrice, priceChoices, priceLabel } from '../../kit/guests/prices.ts';
import { WindowedItem } from '../../kit/windowed/rows.tsx';
import type { RowPlace } from '../../kit/windowed/use-windowed.ts';
import { type CellField, cellOf, type PlannedRow } from './plan.ts';
import styles from './preview.module.css';
import { useFieldNames, useResultWords } from './words.ts';

export type RowActs = {
  correct: (row: number, field: CellField, value: string) => void;
  leaveOut: (row: number, isLeft: boolean) => void;
};

type PreviewRowProps = RowActs & { row: PlannedRow; place: RowPlace; prices: readonly GuestPrice[] };

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** A row of the file. What is wrong in it can be typed anew, or the row is left out. */
export function PreviewRow({ row, place, prices, correct, leaveOut }: PreviewRowProps) {
  const { t } = useLingui();
  const names = useFieldNames();
  const say = useResultWords();
  const resultId = useId();
  const { draft, typed, state, errors, doubt, guest } = row;
  const isLeft = state === 'left';
  const wrong = new Set(errors.map(({ path }) => cellOf(path)));
  const isOpen = (field: CellField) => !isLeft && (wrong.has(field) || typed?.[field] !== undefined);
  const shown: Record<CellField, string> = {
    name: personName(draft),
    email: draft.email,
    ticket: ticketOf(prices, guest?.priceId) || draft.ticket,
    plus: draft.plus || '0',
    note: draft.note,
    language: draft.language,
  };
  const common = (field: CellField) => ({
    'aria-label': t`${names[field]}, row ${row.row}`,
    'aria-describedby': resultId,
    error: wrong.has(field),
  });
  const text = (field: CellField) =>
    isOpen(field) ? (
      <TextInput
        {...common(field)}
        size="sm"
        placeholder={names[field]}
        autoComplete="off"
        inputMode={field === 'plus' ? 'numeric' : field === 'email' ? 'email' : 'text'}
        value={typed?.[field] ?? (shown[field] === '0' && field === 'plus' ? draft.plus : shown[field])}
        onChange={(event) => correct(row.row, field, event.currentTarget.value)}
      />
    ) : (
      <span className={styles.cell} title={shown[field]}>
        {shown[field]}
      </span>
    );
  const choice = (field: 'ticket' | 'language', data: { value: string; label: string }[]) =>
    isOpen(field) ? (
      <Select
        {...common(field)}
        size="sm"
        rightSectionWidth={26}
        placeholder={t`Choose`}
        allowDeselect={false}
        value={typed?.[field] ?? null}
        data={data}
        onChange={(value) => value && correct(row.row, field, value)}
      />
    ) : (
      <span className={styles.cell} title={shown[field]}>
        {shown[field]}
      </span>
    );
  const tone =
    state === 'wrong' ? 'bad' : state === 'ready' && doubt === null ? 'ok' : isLeft ? 'left' : 'attn';
  const Icon = { bad: IconAlertCircle, attn: IconAlertTriangle, ok: IconCheck, left: IconMinus }[tone];
  return (
    <WindowedItem {...place} className={styles.row} data-tone={tone}>
      <span className={styles.number}>{row.row}</span>
      <div className={styles.name}>{text('name')}</div>
      <div className={styles.email}>{text('email')}</div>
      <div className={styles.ticket}>{choice('ticket', priceChoices(prices))}</div>
      <div className={styles.plus}>{text('plus')}</div>
      <span id={resultId} className={styles.result} role={typed ? 'status' : undefined}>
        <Icon {...ICON} />
        {say(row)}
      </span>
      <ActionIcon
        className={styles.leave ?? ''}
        size={28}
        aria-label={isLeft ? t`Take row ${row.row} in again` : t`Leave row ${row.row} out`}
        onClick={() => leaveOut(row.row, !isLeft)}
      >
        {isLeft ? <IconRestore {...ICON} /> : <IconX {...ICON} />}
      </ActionIcon>
      {isOpen('note') && (
        <div className={styles.more}>
          <span>{names.note}</span>
          {text('note')}
        </div>
      )}
      {isOpen('language') && (
        <div className={styles.more}>
          <span>{names.language}</span>
          {choice(
            'language',
            LOCALES.map((locale) => ({ value: locale as string, label: localeNames[locale] })),
          )}
        </div>
      )}
    </WindowedItem>
  );
}

function ticketOf(prices: readonly GuestPrice[], priceId: number | undefined): string {
  const found = prices.find(({ price }) => price.id === priceId);
  return found ? priceLabel(found) : '';
}
