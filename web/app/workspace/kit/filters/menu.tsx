import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Drawer, Popover } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { useNarrow } from '../display/use-narrow.ts';
import { latePart } from '../late/part.tsx';
import styles from './filters.module.css';
import type { FieldsProps } from './panel.tsx';

/** Loads when the filters are opened first. */
const Fields = latePart<FieldsProps>(() => import('./panel.tsx').then((part) => part.Fields), {
  Place: () => null,
});

/** The button with the filters of a list: beside it, and on a phone in a sheet. */
export function FilterMenu({ list, filters }: FieldsProps) {
  const { t } = useLingui();
  const isNarrow = useNarrow();
  const [isOpen, setOpen] = useState(false);
  const button = (
    <Button leftSection={<IconFilter size={16} stroke={1.75} />} onClick={() => setOpen(!isOpen)}>
      <Trans>Filter</Trans>
    </Button>
  );
  if (isNarrow)
    return (
      <>
        {button}
        <Drawer
          opened={isOpen}
          onClose={() => setOpen(false)}
          position="bottom"
          size="80%"
          title={t`Filter`}
          classNames={{ body: styles.sheet ?? '' }}
        >
          <Fields list={list} filters={filters} />
          <Button variant="ink" fullWidth onClick={() => setOpen(false)}>
            <Trans>Show rows</Trans>
          </Button>
        </Drawer>
      </>
    );
  return (
    <Popover position="bottom-start" width={280} trapFocus returnFocus opened={isOpen} onChange={setOpen}>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown className={styles.panel ?? ''}>
        <Fields list={list} filters={filters} />
      </Popover.Dropdown>
    </Popover>
  );
}
