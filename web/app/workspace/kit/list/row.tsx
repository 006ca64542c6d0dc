import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import styles from './list.module.css';

/** The name in a row, which opens its drawer from anywhere in the row. A link, so that it can be shared or opened apart. */
export function RowLink({ opens, children }: { opens: number; children: ReactNode }) {
  const [search] = useSearchParams();
  const isOpen = search.get('drawer') === String(opens);
  const target = new URLSearchParams(search);
  target.set('drawer', String(opens));
  return (
    <Link
      className={styles.rowLink}
      to={{ search: `?${target}` }}
      preventScrollReset
      data-opens={opens}
      aria-current={isOpen || undefined}
    >
      {children}
    </Link>
  );
}

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

/** Once the drawer of a page is closed, by whatever means, the focus is at its row again, or at what opened it. */
export function useReturnToRow(opened: string | null): void {
  const before = useRef<string | null>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    const left = before.current;
    before.current = opened;
    if (opened !== null && left === null) opener.current = document.activeElement;
    if (opened !== null || left === null) return;
    const row = /^\d+$/.test(left) && document.querySelector<HTMLElement>(`[data-opens="${left}"]`);
    const from = row || opener.current;
    if (from instanceof HTMLElement) from.focus();
  }, [opened]);
}
