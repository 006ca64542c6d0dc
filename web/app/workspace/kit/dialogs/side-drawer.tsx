import { Drawer, type DrawerProps, useProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsCovered } from './cover.ts';

type SideDrawerProps = DrawerProps & {
  /** Stands in the header before the button that closes the drawer, and comes before it with Tab as well. */
  beside?: ReactNode;
  /** The button that closes the drawer gets the focus when it opens, although other buttons come before it. */
  startsAtClose?: boolean;
};

/** A drawer at the right. Escape closes it only if no question, no palette and no form in it takes the key. */
export function SideDrawer({
  closeOnEscape = true,
  beside,
  startsAtClose = false,
  ...given
}: SideDrawerProps) {
  const isCovered = useIsCovered();
  const { title, overlayProps, closeButtonProps, children, ...root } = useProps('Drawer', {}, given);
  return (
    <Drawer.Root {...root} closeOnEscape={closeOnEscape && !isCovered}>
      <Drawer.Overlay {...overlayProps} />
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>{title}</Drawer.Title>
          {beside}
          <Drawer.CloseButton {...closeButtonProps} {...(startsAtClose && { 'data-autofocus': true })} />
        </Drawer.Header>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
