import type { Affiliate } from '@entrada/contract/catalog/affiliates';
import { Trans, useLingui } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import {
  IconLink,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconReceipt,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { ApiError } from '../../platform/api/error.ts';
import { eventPath, useEvent } from '../kit/data/event.ts';
import { useChange } from '../kit/data/use-change.ts';
import { useEventActions } from '../kit/event-actions/event-actions.tsx';
import { askFirst } from '../kit/frame/confirm.tsx';
import { notifyUndo } from '../kit/frame/notify.tsx';
import { affiliatePath, bodyOf, removeAffiliate, saveAffiliate, touchedByAffiliates } from './api.ts';

const BY_AFFILIATE = 'filter_fields[affiliate_id][eq]';

type MenuOptions = { mayEdit: boolean; onEdit: (one: Affiliate) => void; refetch: () => unknown };
type Switch = { one: Affiliate; isUndo: boolean };

/** What can be done with one affiliate from its row. Answers the items of its menu. */
export function useAffiliateMenu({ mayEdit, onEdit, refetch }: MenuOptions) {
  const { t } = useLingui();
  const event = useEvent();
  const { copyLink } = useEventActions();
  const toggle = useChange({
    run: ({ one }: Switch) => {
      const status = one.status === 'active' ? ('inactive' as const) : ('active' as const);
      return saveAffiliate(event.id, { ...bodyOf(one), status }, one);
    },
    invalidates: () => touchedByAffiliates(event.id),
    onDone: (saved, { isUndo }) =>
      notifyUndo({
        id: `affiliate-${saved.id}`,
        message: saved.status === 'active' ? t`${saved.name} is active.` : t`${saved.name} is switched off.`,
        undo: isUndo ? null : () => void toggle.start({ one: saved, isUndo: true }),
      }),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'STALE_VERSION') refetch();
      return false;
    },
  });
  const remove = useChange({
    run: (one: Affiliate) => removeAffiliate(event.id, one.id),
    invalidates: () => touchedByAffiliates(event.id),
    success: (_, one) => t`${one.name} is deleted.`,
  });
  const askDelete = (one: Affiliate) =>
    askFirst({
      title: t`Delete this affiliate?`,
      text: (
        <Trans>
          The link of {one.name} still opens the page, but brings nothing more, and its clicks are lost.
        </Trans>
      ),
      keep: t`Keep affiliate`,
      confirm: t`Delete affiliate`,
      run: () => remove.start(one),
    });
  const icon = { size: 18, stroke: 1.75 };
  return (one: Affiliate) => (
    <>
      <Menu.Item
        leftSection={<IconLink {...icon} />}
        onClick={() => void copyLink(affiliatePath(event.publicPath, one.code))}
      >
        <Trans>Copy link</Trans>
      </Menu.Item>
      {one.orders > 0 && (
        <Menu.Item
          component={Link}
          to={`${eventPath(event.id, 'orders')}?${new URLSearchParams({ [BY_AFFILIATE]: String(one.id) })}`}
          leftSection={<IconReceipt {...icon} />}
        >
          <Trans>Show orders</Trans>
        </Menu.Item>
      )}
      {mayEdit && (
        <>
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onEdit(one)}>
            <Trans>Edit affiliate</Trans>
          </Menu.Item>
          <Menu.Item
            leftSection={
              one.status === 'active' ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />
            }
            onClick={() => void toggle.start({ one, isUndo: false })}
          >
            {one.status === 'active' ? <Trans>Switch off</Trans> : <Trans>Switch on</Trans>}
          </Menu.Item>
          {one.orders === 0 && (
            <>
              <Menu.Divider />
              <Menu.Item
                color="var(--bad-text)"
                leftSection={<IconTrash {...icon} />}
                onClick={() => askDelete(one)}
              >
                <Trans>Delete affiliate</Trans>
              </Menu.Item>
            </>
          )}
        </>
      )}
    </>
  );
}
