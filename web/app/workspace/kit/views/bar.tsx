import { useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import tabs from '../display/tabs.module.css';
import { useCurrentInView } from '../display/use-current-in-view.ts';
import { useNarrow } from '../display/use-narrow.ts';
import type { FilterField } from '../filters/fields.ts';
import { latePart } from '../late/part.tsx';
import { useStoredColumns } from '../list/use-columns.ts';
import type { ListPageState } from '../list/use-list-page.ts';
import { Menu } from '../menus/menu.tsx';
import type { ViewPartProps } from './actions.ts';
import type { ViewNotesProps } from './notes.tsx';
import { viewLink } from './opened.ts';
import styles from './views.module.css';

const nothing = { Place: () => null };
const Items = latePart<ViewPartProps>(() => import('./items.tsx').then((part) => part.ViewItems), nothing);
const Changes = latePart<ViewPartProps>(() => import('./changes.tsx').then((part) => part.Changes), nothing);
const Notes = latePart<ViewNotesProps>(() => import('./notes.tsx').then((part) => part.ViewNotes), nothing);

type ViewBarProps = { page: ListPageState; filters: FilterField[] };

/** The saved views of a list as tabs, all rows first, with the menu of the open view and what there is to say about it. */
export function ViewBar({ page, filters }: ViewBarProps) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const { views } = page.list;
  const opened = views?.opened;
  const current = opened?.id ?? null;
  const nav = useCurrentInView(String(current));
  if (!views) return null;
  const tab = (id: number | null, name: string) => (
    <Link
      key={id}
      to={viewLink(search, views.saved, id)}
      preventScrollReset
      aria-current={id === current ? 'page' : undefined}
    >
      {name}
    </Link>
  );
  const name = opened?.name ?? '';
  return (
    <>
      {views.saved.views.length > 0 && (
        <div className={styles.bar}>
          <nav ref={nav} className={tabs.tabs} aria-label={t`Saved views`} data-views>
            {tab(null, t({ message: 'All', context: 'views' }))}
            {views.saved.views.map(({ id, name }) => tab(id, name))}
          </nav>
          <ViewChanges page={page} place="tabs" />
          {opened && (
            <Menu position="bottom-end" width={240}>
              <Menu.Target>
                <ActionIcon
                  aria-label={t`Actions for ${name}`}
                  onPointerEnter={Items.ahead}
                  onFocus={Items.ahead}
                >
                  <IconDots size={18} stroke={1.75} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Items page={page} views={views} />
              </Menu.Dropdown>
            </Menu>
          )}
        </div>
      )}
      {(opened === undefined || [...(opened?.dropped ?? []), ...(opened?.missing ?? [])].length > 0) && (
        <Notes opened={opened} filters={filters} />
      )}
    </>
  );
}

/**
 * Saves what a list shows, if its view or all rows would show something else. It stands beside the tabs where there are
 * some and room for it, and in the toolbar otherwise: search, filters and order need the toolbar's width.
 */
export function ViewChanges({ page, place }: { page: ListPageState; place: 'tabs' | 'toolbar' }) {
  const { views } = page.list;
  const isNarrow = useNarrow();
  const hasColumns = useStoredColumns(page.id) !== '';
  if (!views) return null;
  const hasTabs = views.saved.views.length > 0;
  if (place !== (hasTabs && !isNarrow ? 'tabs' : 'toolbar')) return null;
  const isShown = views.isUnsaved || (views.opened && hasColumns);
  return isShown ? <Changes page={page} views={views} /> : null;
}
