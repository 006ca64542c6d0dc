import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import {
  type Icon,
  IconDots,
  IconLink,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Menu } from '../menus/menu.tsx';
import styles from './list.module.css';

/**
 * The name in a row. A click anywhere in the row opens its drawer. It is a link, so that it can be shared or opened in
 * a new tab.
 */
export function RowLink({ opens, children }: { opens: number | string; children: ReactNode }) {
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

/** The name in a row that opens a page of its own. */
export const RowPageLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link className={styles.rowLink} to={to}>
    {children}
  </Link>
);

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

type ItemProps = { onClick: () => void; children: ReactNode };

const symbol = (Drawn: Icon) => <Drawn size={18} stroke={1.75} />;

/** The item of a row's menu that opens its drawer. */
export const EditItem = (props: ItemProps) => <Menu.Item leftSection={symbol(IconPencil)} {...props} />;

/** The item that copies the link of a row. */
export const CopyLinkItem = ({ onClick }: Pick<ItemProps, 'onClick'>) => (
  <Menu.Item leftSection={symbol(IconLink)} onClick={onClick}>
    <Trans>Copy link</Trans>
  </Menu.Item>
);

/** The item that switches a row off, or on again. */
export const SwitchItem = ({ isOn, onClick }: Pick<ItemProps, 'onClick'> & { isOn: boolean }) => (
  <Menu.Item leftSection={symbol(isOn ? IconPlayerPause : IconPlayerPlay)} onClick={onClick}>
    {isOn ? <Trans>Switch off</Trans> : <Trans>Switch on</Trans>}
  </Menu.Item>
);

/** The item that deletes a row, below a line of its own. */
export const DeleteItem = (props: ItemProps & { disabled?: boolean }) => (
  <>
    <Menu.Divider />
    <Menu.Item color="var(--bad-text)" leftSection={symbol(IconTrash)} {...props} />
  </>
);

/** When the drawer of a page has closed, moves the focus back to its row, or else to the element that opened it. */
export function useReturnToRow(opened: string | null): void {
  const before = useRef<string | null>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    const left = before.current;
    before.current = opened;
    if (opened !== null && left === null) opener.current = document.activeElement;
    if (opened !== null || left === null) return;
    const row = /^[a-z0-9_]+$/.test(left) && document.querySelector<HTMLElement>(`[data-opens="${left}"]`);
    const from = row || opener.current;
    if (from instanceof HTMLElement) from.focus();
  }, [opened]);
}
