import type { PromoCode } from '@entrada/contract/catalog/promo-codes';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEvent } from '../kit/data/event.ts';
import { useEventActions } from '../kit/event-actions/provider.tsx';
import { CopyLinkItem, DeleteItem, EditItem, SwitchItem } from '../kit/list/row.tsx';
import type { ListPageState } from '../kit/list/use-list-page.ts';
import { useDeleteRow, useSwitchRow } from '../kit/list/use-row-actions.ts';
import { bodyOf, promoPath, removePromoCode, savePromoCode, touchedByPromoCodes } from './api.ts';

/** The actions for one promo code. Returns the items of the row's menu. */
export function usePromoMenu(page: ListPageState<PromoCode>, mayEdit: boolean) {
  const { t } = useLingui();
  const event = useEvent();
  const { copyLink } = useEventActions();
  const toggle = useSwitchRow({
    page,
    run: (code: PromoCode) => savePromoCode(event.id, { ...bodyOf(code), disabled: !code.disabled }, code),
    invalidates: touchedByPromoCodes(event.id),
    says: (saved) => (saved.disabled ? t`${saved.code} is switched off.` : t`${saved.code} is active.`),
  });
  const askDelete = useDeleteRow({
    page,
    run: (code: PromoCode) => removePromoCode(event.id, code.id),
    invalidates: touchedByPromoCodes(event.id),
    ask: (code) => ({
      title: t`Delete this promo code?`,
      text: <Trans>Links and flyers with {code.code} stop working. Nobody has used it yet.</Trans>,
      keep: t`Keep promo code`,
      confirm: t`Delete promo code`,
    }),
    says: (code) => t`${code.code} is deleted.`,
  });
  return (code: PromoCode) => (
    <>
      <CopyLinkItem onClick={() => void copyLink(promoPath(event.publicPath, code.code))} />
      {mayEdit && (
        <>
          <EditItem onClick={() => page.drawer.open(code.id)}>
            <Trans>Edit code</Trans>
          </EditItem>
          <SwitchItem isOn={!code.disabled} onClick={() => toggle.start(code)} />
          {code.used + code.held === 0 && (
            <DeleteItem onClick={() => askDelete(code)}>
              <Trans>Delete code</Trans>
            </DeleteItem>
          )}
        </>
      )}
    </>
  );
}
