import type { Organizer } from '@entrada/contract/catalog/organizers';
import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconBuildingCommunity, IconChevronDown } from '@tabler/icons-react';
import type { ListControls } from '../kit/list/use-list.ts';
import { Menu } from '../kit/menus/menu.tsx';
import styles from './events.module.css';

const ALL = 'all';

/** Filters the events by organizer. */
export function OrganizerFilter({ list, organizers }: { list: ListControls; organizers: Organizer[] }) {
  const { t } = useLingui();
  const chosen = list.filterValue('organizer_id') ?? ALL;
  const current = organizers.find(({ id }) => String(id) === chosen)?.name ?? t`All organizers`;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button
          className={styles.organizerFilter}
          variant="subtle"
          leftSection={<IconBuildingCommunity size={16} stroke={1.75} />}
          rightSection={<IconChevronDown size={16} stroke={1.75} />}
          aria-label={t`Organizer: ${current}`}
        >
          {current}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.organizerMenu ?? ''}>
        <Menu.RadioGroup
          value={chosen}
          onChange={(id) => list.setFilter('organizer_id', 'eq', id === ALL ? undefined : id)}
        >
          {[{ id: ALL, name: t`All organizers` }, ...organizers].map(({ id, name }) => (
            <Menu.RadioItem key={id} value={String(id)} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
