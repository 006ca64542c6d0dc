import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconArrowsSort, IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNarrow } from '../display/use-narrow.ts';
import { FilterChips } from '../filters/chips.tsx';
import type { FilterField } from '../filters/fields.ts';
import { FilterMenu } from '../filters/menu.tsx';
import { Menu } from '../menus/menu.tsx';
import styles from './list.module.css';
import { SearchBox } from './search-box.tsx';
import type { ListControls } from './use-list.ts';

export type SortOption = { by: string; direction: 'asc' | 'desc'; label: string };

type ToolbarProps = {
  list: ListControls;
  searchLabel: string;
  filters?: FilterField[];
  sorts: SortOption[];
  /** Shown after the filters: saves them. */
  views?: ReactNode;
  /** Shown before the sort menu, for example `RowTools`. */
  tools?: ReactNode;
  /** Shown before those, for example how much the list comes to. */
  figures?: ReactNode;
};

/** The toolbar above every list: search, filters, active filters and sort order. */
export function Toolbar({ list, searchLabel, filters = [], sorts, views, tools, figures }: ToolbarProps) {
  const { t } = useLingui();
  const isNarrow = useNarrow();
  return (
    <div className={styles.toolbar} data-symbols>
      <SearchBox
        list={list}
        label={searchLabel}
        // Beside the buttons a phone has room for one word.
        placeholder={isNarrow ? t`Search` : searchLabel}
        className={styles.search}
      />
      {filters.length > 0 && <FilterMenu list={list} filters={filters} />}
      <FilterChips list={list} filters={filters} />
      {views}
      {figures}
      <span className={styles.toolbarEnd} data-symbols>
        {tools}
        <SortMenu list={list} sorts={sorts} />
      </span>
    </div>
  );
}

type SortMenuProps = { list: ListControls; sorts: SortOption[]; variant?: 'default' | 'subtle' };

export function SortMenu({ list, sorts, variant = 'default' }: SortMenuProps) {
  const { t } = useLingui();
  const { sortBy, sortDirection } = list.view;
  const isCurrent = (sort: SortOption) => sort.by === sortBy && sort.direction === sortDirection;
  const current = sorts.find(isCurrent)?.label ?? t`Sort`;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant={variant}
          leftSection={<IconArrowsSort size={16} stroke={1.75} />}
          rightSection={<IconChevronDown size={16} stroke={1.75} />}
          aria-label={t`Sort: ${current}`}
        >
          {current}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={`${sortBy} ${sortDirection}`}
          onChange={(chosen) => {
            const sort = sorts.find(({ by, direction }) => `${by} ${direction}` === chosen);
            if (sort) list.change({ sortBy: sort.by, sortDirection: sort.direction });
          }}
        >
          {sorts.map(({ by, direction, label }) => (
            <Menu.RadioItem key={`${by} ${direction}`} value={`${by} ${direction}`} closeMenuOnClick>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
