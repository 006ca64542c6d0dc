import { TRANSITIONS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconColumns3, IconListCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useNarrow } from '../display/use-narrow.ts';
import { Menu } from '../menus/menu.tsx';
import { PageBox } from '../selection/select-boxes.tsx';
import { useEscape } from '../selection/use-escape.ts';
import type { Selection } from '../selection/use-selection.ts';
import styles from './list.module.css';
import type { ColumnChoice, Columns } from './use-columns.ts';

/** Shows and hides the boxes of the rows if they are hidden at first. Escape also hides them. */
export function SelectButton({ selection }: { selection: Selection }) {
  const { isSelecting, count, clear, startSelecting } = selection;
  // Once rows are chosen, the bar of actions handles Escape itself.
  useEscape(isSelecting && count === 0, clear);
  const button = useRef<HTMLButtonElement>(null);
  const wasSelecting = useRef(false);
  const isNarrow = useNarrow();
  const Shown = isSelecting ? IconCheck : IconListCheck;
  useEffect(() => {
    const isOver = wasSelecting.current && !isSelecting;
    wasSelecting.current = isSelecting;
    if (!isOver) return;
    // The focused element disappeared with the bar of actions, either at once or after its question has closed.
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
      {/* Both states use the same button, so that it keeps the focus. */}
      <Button
        ref={button}
        variant="subtle"
        leftSection={isNarrow && <Shown size={18} stroke={1.75} />}
        onClick={isSelecting ? clear : startSelecting}
      >
        {isSelecting ? <Trans>Done</Trans> : <Trans>Select</Trans>}
      </Button>
    </>
  );
}

type ColumnsMenuProps<Column extends ColumnChoice> = { columns: Columns<Column>; size?: 32 | 40 };

/** The menu that chooses which columns a list shows. It stands at the end of the list's header or above the list. */
export function ColumnsMenu<Column extends ColumnChoice>({ columns, size = 32 }: ColumnsMenuProps<Column>) {
  const { t } = useLingui();
  const label = t`Columns`;
  return (
    <Menu position="bottom-end" width={208} closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon className={styles.named} data-name={label} size={size} aria-label={label}>
          <IconColumns3 size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.all.map(({ column, isShown, isFixed }) => (
          <Menu.CheckboxItem
            key={column.key}
            checked={isShown}
            disabled={isFixed}
            onChange={() => columns.toggle(column)}
          >
            {column.header}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item disabled={!columns.isChanged} onClick={columns.reset}>
          <Trans>Reset columns</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

type RowToolsProps<Column extends ColumnChoice> = {
  columns: Columns<Column>;
  /** Null if rows can't be chosen. */
  selection: Selection | null;
};

/** The tools of a list that is not a table: a button to choose rows, and the menu of columns on wide pages. */
export function RowTools<Column extends ColumnChoice>({ columns, selection }: RowToolsProps<Column>) {
  const isNarrow = useNarrow();
  return (
    <span className={styles.tools}>
      {selection && <SelectButton selection={selection} />}
      {!isNarrow && <ColumnsMenu columns={columns} size={40} />}
    </span>
  );
}
