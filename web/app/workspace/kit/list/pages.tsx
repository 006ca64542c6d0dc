import { PAGE } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Pagination } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { formatCount } from '../../../platform/i18n/format.ts';
import { useNarrow } from '../display/use-narrow.ts';
import { Menu } from '../menus/menu.tsx';
import styles from './list.module.css';
import type { ListControls } from './use-list.ts';

/** More pages than these have no room in one line of a phone. The rows are named beside the arrows. */
const MOST_ON_PHONES = 5;

const sizes = [PAGE.size, 50, PAGE.maxSize];

/** The pagination: which rows of how many are shown, the pages, and the number of rows per page. */
export function Pages({ list }: { list: ListControls }) {
  const { t, i18n } = useLingui();
  const isNarrow = useNarrow();
  const { meta, view } = list;
  if (!meta || meta.total <= PAGE.size) return null;
  const count = (value: number) => formatCount(value, i18n.locale);
  const first = count((meta.page - 1) * meta.perPage + 1);
  const last = count(Math.min(meta.page * meta.perPage, meta.total));
  const total = count(meta.total);
  const perPage = count(view.perPage);
  return (
    <nav className={styles.pages} aria-label={t`Pages`}>
      <span className={styles.range}>
        <Trans>
          {first}–{last} of {total}
        </Trans>
      </span>
      {meta.lastPage > 1 ? (
        <Pagination
          total={meta.lastPage}
          value={Math.min(view.page, meta.lastPage)}
          onChange={(page) => list.change({ page })}
          color="var(--ink)"
          siblings={isNarrow ? 0 : 1}
          withPages={!isNarrow || meta.lastPage <= MOST_ON_PHONES}
          gap="var(--s1)"
          classNames={{ control: styles.page }}
          getItemProps={(page) => ({ 'aria-label': t`Page ${page}` })}
          getControlProps={(control) => ({
            'aria-label': control === 'next' ? t`Next page` : t`Previous page`,
            'data-turn': control,
          })}
        />
      ) : (
        <span />
      )}
      <Menu position="top-end" width={160}>
        <Menu.Target>
          <Button rightSection={<IconChevronDown size={16} stroke={1.75} />}>
            <Trans>{perPage} per page</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.RadioGroup
            value={String(view.perPage)}
            onChange={(size) => list.change({ perPage: Number(size) })}
          >
            {sizes.map((size) => (
              <Menu.RadioItem key={size} value={String(size)} closeMenuOnClick>
                <Trans>{size} per page</Trans>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
    </nav>
  );
}
