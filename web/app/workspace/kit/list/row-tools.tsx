import { TRANSITIONS } from '@entrada/contract/constants';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useNarrow } from '../display/use-narrow.ts';
import { PageBox } from '../selection/select-boxes.tsx';
import { useEscape } from '../selection/use-escape.ts';
import type { Selection } from '../selection/use-selection.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import styles from './list.module.css';
import type { ColumnChoice, Columns } from './use-columns.ts';

/** Shows the boxes of the rows where they wait behind a button, and puts them away; so does Escape. */
export function SelectButton({ selection }: { selection: Selection }) {
  const { isSelecting, count, clear, startSelecting } = selection;
  // Once something is chosen, the bar of its actions listens.
  useEscape(isSelecting && count === 0, clear);
  const button = useRef<HTMLButtonElement>(null);
  const wasSelecting = useRef(false);
  useEffect(() => {
    const isOver = wasSelecting.current && !isSelecting;
    wasSelecting.current = isSelecting;
    if (!isOver) return;
    // What had the focus went with the bar of actions, at once or when the question before it has closed.
    const rescue = () => {
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    };
    rescue();
    const later = setTimeout(rescue, TRANSITIONS.modalMs + 100);
    return () => clearTimeout(later);
  }, [isSelecting]);
  return (
    <>
      {isSelecting && <PageBox selection={selection} />}
      {/* The same button before and after: it keeps the focus. */}
      <Button ref={button} variant="subtle" onClick={isSelecting ? clear : startSelecting}>
        {isSelecting ? <Trans>Done</Trans> : <Trans>Select</Trans>}
      </Button>
    </>
  );
}

type RowToolsProps<Column extends ColumnChoice> = {
  columns?: Columns<Column>;
  /** Without it rows can't be chosen. */
  selection?: Selection | false;
};

/** For lists whose rows are drawn and not tabled: choosing rows, and where there is room which columns show. */
export function RowTools<Column extends ColumnChoice>({ columns, selection }: RowToolsProps<Column>) {
  const isNarrow = useNarrow();
  return (
    <span className={styles.tools}>
      {selection && <SelectButton selection={selection} />}
      {columns && !isNarrow && <ColumnsMenu columns={columns} size={40} />}
    </span>
  );
}
