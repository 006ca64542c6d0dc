import { LIMITS } from '@entrada/contract/constants';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEvent } from '../kit/data/event.ts';
import { useChange } from '../kit/data/use-change.ts';
import { notifyUndo } from '../kit/frame/notify.tsx';
import { BulkAction, BulkBar } from '../kit/selection/bulk-bar.tsx';
import { useChosenRows } from '../kit/selection/use-chosen-rows.ts';
import type { Selection } from '../kit/selection/use-selection.ts';
import { type SwitchBody, switchCodes, touchedByPromoCodes } from './api.ts';

type SwitchCodesProps = { selection: Selection; params: Record<string, string> };
type Switch = { body: SwitchBody; isUndo: boolean };

/** What can be done with the chosen codes at once. `params` say what the list finds. */
export function SwitchCodes({ selection, params }: SwitchCodesProps) {
  const { t } = useLingui();
  const event = useEvent();
  const choose = useChosenRows(selection);
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
          ? t`${plural(n, { 0: 'All of them were switched off already.', one: '# code is switched off.', other: '# codes are switched off.' })}`
          : t`${plural(n, { 0: 'All of them were active already.', one: '# code is active.', other: '# codes are active.' })}`,
        undo: isNameable && !isUndo ? () => void change.start(back) : null,
      });
      if (!isUndo) selection.clear();
    },
  });
  const start = (disabled: boolean) => {
    const chosen = choose();
    if (chosen) void change.start({ body: { disabled, ...chosen }, isUndo: false });
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
