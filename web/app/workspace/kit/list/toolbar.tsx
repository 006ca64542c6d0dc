import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Menu, Popover } from '@mantine/core';
import { IconArrowsSort, IconChevronDown, IconFilter, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './list.module.css';
import { SearchBox } from './search-box.tsx';
import type { ListControls } from './use-list.ts';

type FilterOption = { value: string; label: string };
/** A field that filters the list, by several options or by only one. */
export type FilterField = { field: string; label: string; operator: 'in' | 'eq'; options: FilterOption[] };
export type SortOption = { by: string; direction: 'asc' | 'desc'; label: string };

type ToolbarProps = {
  list: ListControls;
  searchLabel: string;
  filters?: FilterField[];
  sorts: SortOption[];
  /** Shown before the sort menu, for example `RowTools`. */
  tools?: ReactNode;
};

/** The toolbar above every list: search, filters, active filters and sort order. */
export function Toolbar({ list, searchLabel, filters = [], sorts, tools }: ToolbarProps) {
  const { t } = useLingui();
  const chips = filters.flatMap((filter) => {
    const values = chosen(list, filter);
    const names = filter.options.filter(({ value }) => values.includes(value)).map(({ label }) => label);
    return names.length > 0 ? [{ filter, text: names.join(', ') }] : [];
  });
  return (
    <div className={styles.toolbar} data-symbols>
      <SearchBox list={list} label={searchLabel} className={styles.search} />
      {filters.length > 0 && <FilterMenu list={list} filters={filters} />}
      {chips.map(({ filter, text }) => (
        <span key={filter.field} className={styles.chip}>
          <span className={styles.chipText}>
            <span className={styles.chipField}>{filter.label}</span> <b>{text}</b>
          </span>
          <button
            type="button"
            className={styles.chipRemove}
            aria-label={t`Remove filter ${filter.label}`}
            onClick={() => list.setFilter(filter.field, filter.operator, undefined)}
          >
            <IconX size={16} stroke={1.75} aria-hidden="true" />
          </button>
        </span>
      ))}
      <span className={styles.toolbarEnd} data-symbols>
        {tools}
        <SortMenu list={list} sorts={sorts} />
      </span>
    </div>
  );
}

function chosen(list: ListControls, filter: FilterField): string[] {
  return list.filterValue(filter.field)?.split(',') ?? [];
}

function FilterMenu({ list, filters }: { list: ListControls; filters: FilterField[] }) {
  const toggle = (filter: FilterField, value: string) => {
    const values = chosen(list, filter);
    const isOn = values.includes(value);
    const rest = values.filter((one) => one !== value);
    const next = isOn ? rest : filter.operator === 'eq' ? [value] : [...values, value];
    list.setFilter(filter.field, filter.operator, next.join(',') || undefined);
  };
  return (
    <Popover position="bottom-start" width={260} trapFocus returnFocus>
      <Popover.Target>
        <Button leftSection={<IconFilter size={16} stroke={1.75} />}>
          <Trans>Filter</Trans>
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.filters ?? ''}>
        {filters.map((filter) => (
          <fieldset key={filter.field} className={styles.filter}>
            <legend>{filter.label}</legend>
            {filter.options.map(({ value, label }) => (
              <Checkbox
                key={value}
                label={label}
                checked={chosen(list, filter).includes(value)}
                onChange={() => toggle(filter, value)}
              />
            ))}
          </fieldset>
        ))}
        <Button
          size="sm"
          fullWidth
          disabled={list.view.filters.length === 0}
          onClick={() => list.change({ filters: [] })}
        >
          <Trans>Clear filters</Trans>
        </Button>
      </Popover.Dropdown>
    </Popover>
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
