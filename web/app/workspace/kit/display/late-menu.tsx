import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import styles from './late-menu.module.css';

type LateMenuProps = { label: string; width: number; children: ReactNode };

/**
 * A menu behind a button with three dots. The menu is rendered only while it is open. A list has hundreds of these
 * menus, and rendering them all would make the page slow.
 */
export function LateMenu({ label, width, children }: LateMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const [isOpen, setOpen] = useState(false);
  return (
    <span className={styles.menu}>
      <ActionIcon
        ref={button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        // Pressing this button counts as a press outside the menu and closes it before the click arrives.
        onPointerDown={() => {
          wasOpen.current = isOpen;
        }}
        onClick={() => {
          setOpen(!wasOpen.current);
          wasOpen.current = false;
        }}
      >
        <IconDots size={18} stroke={1.75} />
      </ActionIcon>
      {isOpen && (
        <Menu
          opened
          position="bottom-end"
          width={width}
          onChange={(opened) => {
            if (opened) return;
            setOpen(false);
            button.current?.focus();
          }}
        >
          <Menu.Target>
            <span className={styles.place} aria-hidden="true" />
          </Menu.Target>
          <Menu.Dropdown aria-label={label}>{children}</Menu.Dropdown>
        </Menu>
      )}
    </span>
  );
}
