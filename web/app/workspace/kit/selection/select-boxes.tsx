import { useLingui } from '@lingui/react/macro';
import { Checkbox } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import styles from '../list/list.module.css';
import type { Selection } from './use-selection.ts';

type RowBoxProps = { selection: Pick<Selection, 'has' | 'set'>; id: number; name: string };

/**
 * The box that chooses a row. With Shift it chooses all rows from the last one to this one. The space around the box
 * can be clicked too.
 */
export function RowBox({ selection, id, name }: RowBoxProps) {
  return <ChosenBox id={id} name={name} isOn={selection.has(id)} set={selection.set} />;
}

type SelectableRowProps = {
  /** Null while the boxes are hidden. */
  selection: Selection | null;
  id: number;
  name: string;
  className?: string | undefined;
  boxClassName?: string | undefined;
  children: ReactNode;
};

/** A row of a list. While the boxes show, its box comes first. */
export function SelectableRow({
  selection,
  id,
  name,
  className,
  boxClassName,
  children,
}: SelectableRowProps) {
  return (
    <li
      className={className}
      data-selecting={selection !== null || undefined}
      data-selected={selection?.has(id) || undefined}
    >
      {selection && (
        <div className={boxClassName}>
          <RowBox selection={selection} id={id} name={name} />
        </div>
      )}
      {children}
    </li>
  );
}

type ChosenBoxProps = { id: number; name: string; isOn: boolean; set: Selection['set'] };

/**
 * The same box for lists of hundreds of rows. Its props change only for the row that is chosen, so only that row is
 * rendered again.
 */
export const ChosenBox = memo(function ChosenBox({ id, name, isOn, set }: ChosenBoxProps) {
  const { t } = useLingui();
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box inside is its control, and names itself
    <label className={styles.boxArea} onMouseDown={(event) => event.shiftKey && event.preventDefault()}>
      <Checkbox
        aria-label={t`Select ${name}`}
        checked={isOn}
        data-row-box
        onChange={(event) => {
          const { nativeEvent } = event;
          set(id, !isOn, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true);
        }}
      />
    </label>
  );
});

/** The box that chooses or clears all rows of the current page. */
export function PageBox({ selection }: { selection: Selection }) {
  const { t } = useLingui();
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box inside is its control, and names itself
    <label className={styles.boxArea}>
      <Checkbox
        aria-label={t`Select all on this page`}
        checked={selection.page === 'all'}
        indeterminate={selection.page === 'some'}
        onChange={() => selection.setPage(selection.page !== 'all')}
      />
    </label>
  );
}
