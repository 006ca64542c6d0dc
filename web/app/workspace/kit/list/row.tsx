import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import styles from './list.module.css';

/**
 * The name in a row. A click anywhere in the row opens its drawer. It is a link, so that it can be shared or opened in
 * a new tab.
 */
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

/** The menu of one row. Its children are `Menu.Item`s. `name` is the name of the row. */
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

/** When the drawer of a page has closed, moves the focus back to its row, or else to the element that opened it. */
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
