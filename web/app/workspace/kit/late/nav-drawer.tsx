import { useLingui } from '@lingui/react/macro';
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from '../frame/frame.module.css';

export type NavDrawerProps = { isOpen: boolean; label: string; close: () => void; children: ReactNode };

/** The navigation on narrow pages. */
export function NavDrawer({ isOpen, label, close, children }: NavDrawerProps) {
  const { t } = useLingui();
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      position="left"
      size={300}
      title={label}
      closeButtonProps={{ 'aria-label': t`Close menu`, size: 44 }}
      classNames={{ body: styles.drawerBody, content: styles.drawer, header: styles.drawerHeader }}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link in it is a click as well */}
      <nav
        className={styles.drawerNav}
        aria-label={label}
        // The menu also closes if the link leads to a question about unsaved changes, because the answer may keep the
        // page.
        onClick={({ target }) => target instanceof Element && target.closest('a') && close()}
      >
        {children}
      </nav>
    </Drawer>
  );
}
