import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import type { ColumnChoice, Columns } from './use-columns.ts';

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
