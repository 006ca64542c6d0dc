import { affiliatesCsvPath } from '@entrada/contract/catalog/affiliates';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEvent } from '../kit/data/event.ts';
import { useExport } from '../kit/list/use-export.ts';
import { BulkAction, BulkBar } from '../kit/selection/bulk-bar.tsx';
import { useChosenChange } from '../kit/selection/use-chosen-change.tsx';
import type { Selection } from '../kit/selection/use-selection.ts';
import { changeMany, type ManyBody, touchedByAffiliates } from './api.ts';

type ChosenAffiliatesProps = {
  selection: Selection;
  /** What the list finds. */
  list: { params: Record<string, string> };
  mayEdit: boolean;
};

/** What can be done with the chosen affiliates at once. */
export function ChosenAffiliates({ selection, list, mayEdit }: ChosenAffiliatesProps) {
  const { t } = useLingui();
  const event = useEvent();
  const csv = useExport(affiliatesCsvPath(event.id), list);
  const { start, isPending } = useChosenChange<ManyBody['action']>({
    id: 'affiliates-changed',
    selection,
    run: (body) => changeMany(event.id, body, list.params),
    invalidates: touchedByAffiliates(event.id),
    back: { 'switch-on': 'switch-off', 'switch-off': 'switch-on' },
    words: (action, n) =>
      action === 'switch-off'
        ? t`${plural(n, { 0: 'All of them were switched off already.', one: '# affiliate is switched off.', other: '# affiliates are switched off.' })}`
        : t`${plural(n, { 0: 'All of them were active already.', one: '# affiliate is active.', other: '# affiliates are active.' })}`,
  });
  return (
    <BulkBar selection={selection}>
      {mayEdit && (
        <>
          <BulkAction icon={IconPlayerPlay} isPending={isPending} onClick={() => void start('switch-on')}>
            <Trans>Switch on</Trans>
          </BulkAction>
          <BulkAction icon={IconPlayerPause} isPending={isPending} onClick={() => void start('switch-off')}>
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
