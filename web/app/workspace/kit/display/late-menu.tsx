import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import styles from './late-menu.module.css';

type LateMenuProps = { label: string; width: number; children: ReactNode };

/**
 * A menu behind three dots that is only a button while it is closed: of hundreds in a list, one is open at a time, and
 * all of them together would be most of what the page has to draw.
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
        // A press outside closes the menu first, and this is outside of it.
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
