import { affiliatesCsvPath } from '@entrada/contract/affiliates';
import { LIMITS } from '@entrada/contract/constants';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { BulkAction, BulkBar } from '../list/bulk-bar.tsx';
import { useChosenRows } from '../list/use-chosen-rows.ts';
import { useExport } from '../list/use-export.ts';
import type { Selection } from '../list/use-selection.ts';
import { useEvent } from '../shell/event.ts';
import { notifyUndo } from '../shell/notify.tsx';
import { useChange } from '../shell/use-change.ts';
import { changeMany, type ManyBody, touchedByAffiliates } from './api.ts';

type ChosenAffiliatesProps = {
  selection: Selection;
  /** What the list finds. */
  list: { params: Record<string, string> };
  mayEdit: boolean;
};
type Change = { body: ManyBody; isUndo: boolean };

/** What can be done with the chosen affiliates at once. */
export function ChosenAffiliates({ selection, list, mayEdit }: ChosenAffiliatesProps) {
  const { t } = useLingui();
  const event = useEvent();
  const choose = useChosenRows(selection);
  const csv = useExport(affiliatesCsvPath(event.id), list);
  const change = useChange({
    run: ({ body }: Change) => changeMany(event.id, body, list.params),
    invalidates: () => touchedByAffiliates(event.id),
    onDone: ({ changed }, { body, isUndo }) => {
      const n = changed.length;
      const isOff = body.action === 'switch-off';
      const isNameable = n > 0 && n <= LIMITS.selectedRows;
      const back: ManyBody = { action: isOff ? 'switch-on' : 'switch-off', ids: changed };
      notifyUndo({
        id: 'affiliates-switched',
        message: isOff
          ? t`${plural(n, { 0: 'All of them were switched off already.', one: '# affiliate is switched off.', other: '# affiliates are switched off.' })}`
          : t`${plural(n, { 0: 'All of them were active already.', one: '# affiliate is active.', other: '# affiliates are active.' })}`,
        undo: isNameable && !isUndo ? () => void change.start({ body: back, isUndo: true }) : null,
      });
      if (!isUndo) selection.clear();
    },
  });
  const start = (action: ManyBody['action']) => {
    const chosen = choose();
    if (chosen) void change.start({ body: { action, ...chosen }, isUndo: false });
  };
  return (
    <BulkBar selection={selection}>
      {mayEdit && (
        <>
          <BulkAction icon={IconPlayerPlay} isPending={change.isPending} onClick={() => start('switch-on')}>
            <Trans>Switch on</Trans>
          </BulkAction>
          <BulkAction icon={IconPlayerPause} isPending={change.isPending} onClick={() => start('switch-off')}>
            <Trans>Switch off</Trans>
          </BulkAction>
        </>
      )}
      <BulkAction icon={IconDownload} isPending={csv.isPending} onClick={() => csv.run(selection.rows)}>
        <Trans>Export</Trans>
      </BulkAction>
    </BulkBar>
  );
}
