import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useNarrow } from '../display/use-narrow.ts';
import { lateDrawer } from '../late/drawer.tsx';
import { latePart } from '../late/part.tsx';
import { Popover } from '../menus/menu.tsx';
import styles from './filters.module.css';
import type { FieldsProps } from './panel.tsx';
import type { FilterSheetProps } from './sheet.tsx';

const Fields = latePart<FieldsProps>(() => import('./panel.tsx').then((part) => part.Fields), {
  Place: () => null,
});
const Sheet = lateDrawer<FilterSheetProps>(() => import('./sheet.tsx').then((part) => part.FilterSheet));

type FilterMenuProps = FieldsProps & { children?: ReactNode };

/** The button with the filters of a list, which load when they are about to be opened: beside it, on a phone in a sheet. */
export function FilterMenu({ list, filters, children = <Trans>Filter</Trans> }: FilterMenuProps) {
  const isNarrow = useNarrow();
  const [isOpen, setOpen] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  const { ahead } = isNarrow ? Sheet : Fields;
  const button = {
    leftSection: <IconFilter size={16} stroke={1.75} />,
    onPointerEnter: ahead,
    onFocus: ahead,
    children,
  };
  if (isNarrow) {
    const close = () => {
      setOpen(false);
      ref.current?.focus({ preventScroll: true });
    };
    return (
      <>
        <Button ref={ref} aria-haspopup="dialog" {...button} onClick={() => setOpen(true)} />
        {isOpen && <Sheet list={list} filters={filters} close={close} />}
      </>
    );
  }
  return (
    <Popover position="bottom-start" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button {...button} />
      </Popover.Target>
      <Popover.Dropdown className={styles.panel ?? ''}>
        <Fields list={list} filters={filters} />
      </Popover.Dropdown>
    </Popover>
  );
}
