import { LIMITS } from '@entrada/contract/constants';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { formatCount } from '../../platform/format.ts';
import { BulkAction, BulkBar } from '../list/bulk-bar.tsx';
import type { Selection } from '../list/use-selection.ts';
import { useEvent } from '../shell/event.ts';
import { notifyError, notifyUndo } from '../shell/notify.tsx';
import { useChange } from '../shell/use-change.ts';
import { type SwitchBody, switchCodes, touchedByPromoCodes } from './api.ts';

type SwitchCodesProps = { selection: Selection; params: Record<string, string> };
type Switch = { body: SwitchBody; isUndo: boolean };

/** What can be done with the chosen codes at once. `params` say what the list finds. */
export function SwitchCodes({ selection, params }: SwitchCodesProps) {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const change = useChange({
    run: ({ body }: Switch) => switchCodes(event.id, body, params),
    invalidates: () => touchedByPromoCodes(event.id),
    onDone: (changed, { body, isUndo }) => {
      const n = changed.length;
      const isNameable = n > 0 && n <= LIMITS.selectedRows;
      const back = { body: { disabled: !body.disabled, ids: changed }, isUndo: true };
      notifyUndo({
        id: 'promo-codes-switched',
        message: body.disabled
          ? t`${plural(n, { 0: 'All of them were off already.', one: '# code is switched off.', other: '# codes are switched off.' })}`
          : t`${plural(n, { 0: 'All of them were on already.', one: '# code can be used again.', other: '# codes can be used again.' })}`,
        undo: isNameable && !isUndo ? () => void change.start(back) : null,
      });
      if (!isUndo) selection.clear();
    },
  });
  const start = (disabled: boolean) => {
    const { rows } = selection;
    const named = [...(rows.kind === 'some' ? rows.ids : rows.except)];
    const most = formatCount(LIMITS.selectedRows, i18n.locale);
    if (named.length > LIMITS.selectedRows) {
      notifyError(t`Choose at most ${most} rows one by one, or all that match.`);
      return;
    }
    const which = rows.kind === 'some' ? { ids: named } : { except: named };
    void change.start({ body: { disabled, ...which }, isUndo: false });
  };
  return (
    <BulkBar selection={selection}>
      <BulkAction icon={IconPlayerPlay} isPending={change.isPending} onClick={() => start(false)}>
        <Trans>Switch on</Trans>
      </BulkAction>
      <BulkAction icon={IconPlayerPause} isPending={change.isPending} onClick={() => start(true)}>
        <Trans>Switch off</Trans>
      </BulkAction>
    </BulkBar>
  );
}
