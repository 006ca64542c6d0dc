import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './list.module.css';

/** What can be done with one row: its children are `Menu.Item`s. `name` says whose menu it is. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <Menu position="bottom-end" width={208}>
      <Menu.Target>
        <ActionIcon className={styles.above} aria-label={t`Actions for ${name}`}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
