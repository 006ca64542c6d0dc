import { Menu, Popover } from '@mantine/core';

/** What opens at a button. Nothing else on the first pages needs the library that positions it. */
export const panels = { Menu, Popover };
