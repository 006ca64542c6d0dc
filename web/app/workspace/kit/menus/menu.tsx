import type { Menu as MantineMenu } from '@mantine/core';
import type { ComponentType } from 'react';
import { loadedPanels } from './late-panels.ts';
import { MenuRoot, PanelDropdown, PanelTarget, PopoverRoot } from './panel.tsx';

type Part = 'Item' | 'CheckboxItem' | 'RadioItem' | 'RadioGroup' | 'Label' | 'Divider';

/** A part of what a menu shows. It is rendered only in a menu that is open, so the panels have loaded. */
function part<Name extends Part>(name: Name): (typeof MantineMenu)[Name] {
  const Late = (props: object) => {
    const Real = loadedPanels()?.Menu[name] as ComponentType<object> | undefined;
    return Real && <Real {...props} />;
  };
  return Late as unknown as (typeof MantineMenu)[Name];
}

/** Mantine's menu, which loads when the user is about to open it: a page has its buttons at once. */
export const Menu = Object.assign(MenuRoot, {
  Target: PanelTarget,
  Dropdown: PanelDropdown,
  Item: part('Item'),
  CheckboxItem: part('CheckboxItem'),
  RadioItem: part('RadioItem'),
  RadioGroup: part('RadioGroup'),
  Label: part('Label'),
  Divider: part('Divider'),
});

/** Mantine's popover, likewise. */
export const Popover = Object.assign(PopoverRoot, { Target: PanelTarget, Dropdown: PanelDropdown });
