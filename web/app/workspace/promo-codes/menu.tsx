import type { PromoCode } from '@entrada/contract/catalog/promo-codes';
import { Trans, useLingui } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import { IconLink, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { ApiError } from '../../platform/api/error.ts';
import { useEvent } from '../kit/data/event.ts';
import { useChange } from '../kit/data/use-change.ts';
import { useEventActions } from '../kit/event-actions/event-actions.tsx';
import { askFirst } from '../kit/frame/confirm.tsx';
import { notifyUndo } from '../kit/frame/notify.tsx';
import { bodyOf, promoPath, removePromoCode, savePromoCode, touchedByPromoCodes } from './api.ts';

type MenuOptions = { mayEdit: boolean; onEdit: (code: PromoCode) => void; refetch: () => unknown };
type Switch = { code: PromoCode; isUndo: boolean };

/** What can be done with one code from its row. Answers the items of its menu. */
export function usePromoMenu({ mayEdit, onEdit, refetch }: MenuOptions) {
  const { t } = useLingui();
  const event = useEvent();
  const { copyLink } = useEventActions();
  const toggle = useChange({
    run: ({ code }: Switch) => savePromoCode(event.id, { ...bodyOf(code), disabled: !code.disabled }, code),
    invalidates: () => touchedByPromoCodes(event.id),
    onDone: (saved, { isUndo }) =>
      notifyUndo({
        id: `promo-code-${saved.id}`,
        message: saved.disabled ? t`${saved.code} is switched off.` : t`${saved.code} is active.`,
        undo: isUndo ? null : () => void toggle.start({ code: saved, isUndo: true }),
      }),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'STALE_VERSION') refetch();
      return false;
    },
  });
  const remove = useChange({
    run: (code: PromoCode) => removePromoCode(event.id, code.id),
    invalidates: () => touchedByPromoCodes(event.id),
    success: (_, code) => t`${code.code} is deleted.`,
  });
  const askDelete = (code: PromoCode) =>
    askFirst({
      title: t`Delete this promo code?`,
      text: <Trans>Links and flyers with {code.code} stop working. Nobody has used it yet.</Trans>,
      keep: t`Keep promo code`,
      confirm: t`Delete promo code`,
      run: () => remove.start(code),
    });
  const icon = { size: 18, stroke: 1.75 };
  return (code: PromoCode) => (
    <>
      <Menu.Item
        leftSection={<IconLink {...icon} />}
        onClick={() => void copyLink(promoPath(event.publicPath, code.code))}
      >
        <Trans>Copy link</Trans>
      </Menu.Item>
      {mayEdit && (
        <>
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onEdit(code)}>
            <Trans>Edit code</Trans>
          </Menu.Item>
          <Menu.Item
            leftSection={code.disabled ? <IconPlayerPlay {...icon} /> : <IconPlayerPause {...icon} />}
            onClick={() => void toggle.start({ code, isUndo: false })}
          >
            {code.disabled ? <Trans>Switch on</Trans> : <Trans>Switch off</Trans>}
          </Menu.Item>
          {code.used + code.held === 0 && (
            <>
              <Menu.Divider />
              <Menu.Item
                color="var(--bad-text)"
                leftSection={<IconTrash {...icon} />}
                onClick={() => askDelete(code)}
              >
                <Trans>Delete code</Trans>
              </Menu.Item>
            </>
          )}
        </>
      )}
    </>
  );
}
