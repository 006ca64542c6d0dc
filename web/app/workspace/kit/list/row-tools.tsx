import { TRANSITIONS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useNarrow } from '../display/use-narrow.ts';
import { PageBox } from '../selection/select-boxes.tsx';
import { useEscape } from '../selection/use-escape.ts';
import type { Selection } from '../selection/use-selection.ts';
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

type ColumnsMenuProps<Column extends ColumnChoice> = { columns: Columns<Column>; size?: 32 | 40 };

/** Which columns a list shows, chosen at the end of its header or above it. */
export function ColumnsMenu<Column extends ColumnChoice>({ columns, size = 32 }: ColumnsMenuProps<Column>) {
  const { t } = useLingui();
  const label = t`Columns`;
  const [isOpen, setOpen] = useState(false);
  return (
    <Menu position="bottom-end" width={208} closeOnItemClick={false} opened={isOpen} onChange={setOpen}>
      <Tooltip label={label} openDelay={400} disabled={isOpen}>
        <Menu.Target>
          <ActionIcon size={size} aria-label={label}>
            <IconColumns3 size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
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
  /** Null where no rows can be chosen. */
  selection: Selection | null;
};

/** For lists whose rows are drawn and not tabled: choosing rows, and where there is room which columns show. */
export function RowTools<Column extends ColumnChoice>({ columns, selection }: RowToolsProps<Column>) {
  const isNarrow = useNarrow();
  return (
    <span className={styles.tools}>
      {selection && <SelectButton selection={selection} />}
      {!isNarrow && <ColumnsMenu columns={columns} size={40} />}
    </span>
  );
}
