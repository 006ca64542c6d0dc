import type { Affiliate } from '@entrada/contract/catalog/affiliates';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconReceipt } from '@tabler/icons-react';
import { Link } from 'react-router';
import { eventPath, useEvent } from '../kit/data/event.ts';
import { useEventActions } from '../kit/event-actions/provider.tsx';
import { CopyLinkItem, DeleteItem, EditItem, SwitchItem } from '../kit/list/row.tsx';
import type { ListPageState } from '../kit/list/use-list-page.ts';
import { useDeleteRow, useSwitchRow } from '../kit/list/use-row-actions.ts';
import { Menu } from '../kit/menus/menu.tsx';
import { affiliatePath, bodyOf, removeAffiliate, saveAffiliate, touchedByAffiliates } from './api.ts';

const BY_AFFILIATE = 'filter_fields[affiliate_id][eq]';

/** The actions for one affiliate. Returns the items of the row's menu. */
export function useAffiliateMenu(page: ListPageState<Affiliate>, mayEdit: boolean) {
  const { t } = useLingui();
  const event = useEvent();
  const { copyLink } = useEventActions();
  const toggle = useSwitchRow({
    page,
    run: (one: Affiliate) => {
      const status = one.status === 'active' ? ('inactive' as const) : ('active' as const);
      return saveAffiliate(event.id, { ...bodyOf(one), status }, one);
    },
    invalidates: touchedByAffiliates(event.id),
    says: (saved) =>
      saved.status === 'active' ? t`${saved.name} is active.` : t`${saved.name} is switched off.`,
  });
  const askDelete = useDeleteRow({
    page,
    run: (one: Affiliate) => removeAffiliate(event.id, one.id),
    invalidates: touchedByAffiliates(event.id),
    ask: (one) => ({
      title: t`Delete this affiliate?`,
      text: (
        <Trans>
          The link of {one.name} still opens the page, but brings nothing more, and its clicks are lost.
        </Trans>
      ),
      keep: t`Keep affiliate`,
      confirm: t`Delete affiliate`,
    }),
    says: (one) => t`${one.name} is deleted.`,
  });
  return (one: Affiliate) => (
    <>
      <CopyLinkItem onClick={() => void copyLink(affiliatePath(event.publicPath, one.code))} />
      {one.orders > 0 && (
        <Menu.Item
          component={Link}
          to={`${eventPath(event.id, 'orders')}?${new URLSearchParams({ [BY_AFFILIATE]: String(one.id) })}`}
          leftSection={<IconReceipt size={18} stroke={1.75} />}
        >
          <Trans>Show orders</Trans>
        </Menu.Item>
      )}
      {mayEdit && (
        <>
          <EditItem onClick={() => page.drawer.open(one.id)}>
            <Trans>Edit affiliate</Trans>
          </EditItem>
          <SwitchItem isOn={one.status === 'active'} onClick={() => toggle.start(one)} />
          {one.orders === 0 && (
            <DeleteItem onClick={() => askDelete(one)}>
              <Trans>Delete affiliate</Trans>
            </DeleteItem>
          )}
        </>
      )}
    </>
  );
}
