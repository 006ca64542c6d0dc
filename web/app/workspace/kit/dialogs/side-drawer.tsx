import { Drawer, type DrawerProps } from '@mantine/core';
import { useIsCovered } from './cover.ts';

/** A drawer at the right. Escape closes it only if no question and no palette lies over it. */
export function SideDrawer({ closeOnEscape = true, ...props }: DrawerProps) {
  const isCovered = useIsCovered();
  return <Drawer closeOnEscape={closeOnEscape && !isCovered} {...props} />;
}
