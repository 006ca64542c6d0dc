import { type DrawerProps, type MantineTheme, mergeThemeOverrides } from '@mantine/core';
import { theme } from '../platform/mantine-theme.ts';
import drawer from './drawer.module.css';

const { header, title } = drawer;
/** The menu on narrow screens opens from the left and looks like the sidebar. A sheet from below scrolls as a whole. */
const FRAMES = { right: drawer, left: {}, bottom: { header, title }, top: {} };

/** The theme of the workspace: the look of drawers, and translated labels for the close buttons. */
export function workspaceTheme({ close, dismiss }: { close: string; dismiss: string }) {
  const closeButtonProps = { 'aria-label': close, size: 36 };
  return mergeThemeOverrides(theme, {
    components: {
      Drawer: {
        defaultProps: { closeButtonProps },
        classNames: (_: MantineTheme, { position = 'right' }: DrawerProps) => FRAMES[position],
      },
      Modal: { defaultProps: { closeButtonProps } },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': dismiss } } },
    },
  });
}
