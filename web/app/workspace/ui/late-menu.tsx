import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

type LateMenuProps = { label: string; width: number; children: ReactNode };

/**
 * A menu behind three dots that is only a button until somebody comes near it: of hundreds in a list, few are ever
 * opened.
 */
export function LateMenu({ label, width, children }: LateMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isNear, setNear] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const hadFocus = useRef(false);
  // The menu brings a button of its own, which takes the place of the first.
  useLayoutEffect(() => {
    if (isNear && hadFocus.current) button.current?.focus();
  }, [isNear]);
  const icon = <IconDots size={18} stroke={1.75} />;
  if (!isNear) {
    return (
      <ActionIcon
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={false}
        onPointerEnter={(event) => event.pointerType === 'mouse' && setNear(true)}
        onFocus={() => {
          hadFocus.current = true;
          setNear(true);
        }}
        onClick={() => {
          setNear(true);
          setOpen(true);
        }}
      >
        {icon}
      </ActionIcon>
    );
  }
  return (
    <Menu position="bottom-end" width={width} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <ActionIcon ref={button} aria-label={label}>
          {icon}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
