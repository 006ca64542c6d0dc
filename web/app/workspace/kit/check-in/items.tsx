import { listCheckInLists } from '@entrada/contract/door/check-in-lists';
import { Trans, useLingui } from '@lingui/react/macro';

import { IconLogin2, IconLogout2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../../platform/api/client.ts';
import { errorMessage } from '../../../platform/api/error-messages.ts';
import { keys } from '../data/keys.ts';
import { Menu } from '../menus/menu.tsx';
import type { Person, useCheckIn } from './use-check-in.tsx';

const SYMBOL = { size: 18, stroke: 1.75 };

type CheckInItemsProps = {
  eventId: number;
  /** Says what the lists below are for. */
  label: ReactNode;
  people: readonly Person[];
  /** The lists by which all of them are in, so that it can be taken back. */
  inside?: readonly number[];
  /** Of a component that stays while the menu closes. */
  actions: ReturnType<typeof useCheckIn>;
};

/** The open check-in lists of an event as items of a menu: a press checks people in, or takes it back. */
export function CheckInItems({ eventId, label, people, inside = [], actions }: CheckInItemsProps) {
  const { i18n, t } = useLingui();
  const query = { 'filter_fields[state][eq]': 'active', per_page: '100' };
  const { data, error } = useQuery({
    queryKey: keys.checkInListList(eventId, query),
    queryFn: ({ signal }) =>
      api(listCheckInLists, { params: { eventId: String(eventId) }, query }, { signal }),
  });
  const lists = data?.data ?? [];
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{label}</Menu.Label>
      {!data && <Menu.Item disabled>{error ? errorMessage(i18n, error) : t`Loading`}</Menu.Item>}
      {data && lists.length === 0 && (
        <Menu.Item disabled>
          <Trans>No check-in list is open</Trans>
        </Menu.Item>
      )}
      {lists.map(({ id, name }) =>
        inside.includes(id) ? (
          <Menu.Item
            key={id}
            leftSection={<IconLogout2 {...SYMBOL} />}
            onClick={() => void actions.takeBack({ list: { id, name }, people })}
          >
            <Trans>Take back: {name}</Trans>
          </Menu.Item>
        ) : (
          <Menu.Item
            key={id}
            leftSection={<IconLogin2 {...SYMBOL} />}
            onClick={() => void actions.letIn({ list: { id, name }, people })}
          >
            {name}
          </Menu.Item>
        ),
      )}
    </>
  );
}
