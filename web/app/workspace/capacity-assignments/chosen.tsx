import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useEvent } from '../kit/data/event.ts';
import { askFirst } from '../kit/frame/confirm.tsx';
import { BulkAction, BulkBar } from '../kit/selection/bulk-bar.tsx';
import { useChosenChange } from '../kit/selection/use-chosen-change.tsx';
import type { Selection } from '../kit/selection/use-selection.ts';
import { changeMany, type ManyBody, touchedByCapacities } from './api.ts';

type ChosenAssignmentsProps = { selection: Selection; params: Record<string, string> };

/** What can be done with the chosen assignments at once. `params` say what the list finds. */
export function ChosenAssignments({ selection, params }: ChosenAssignmentsProps) {
  const { t } = useLingui();
  const event = useEvent();
  const { start, isPending } = useChosenChange<ManyBody['action']>({
    id: 'assignments-changed',
    selection,
    run: (body) => changeMany(event.id, body, params),
    invalidates: touchedByCapacities(event.id),
    back: { 'switch-on': 'switch-off', 'switch-off': 'switch-on', delete: null },
    words: (action, n) => {
      switch (action) {
        case 'switch-off':
          return t`${plural(n, { 0: 'All of them were switched off already.', one: '# assignment no longer limits sales.', other: '# assignments no longer limit sales.' })}`;
        case 'switch-on':
          return t`${plural(n, { 0: 'All of them were active already.', one: '# assignment limits sales again.', other: '# assignments limit sales again.' })}`;
        case 'delete':
          return t`${plural(n, { 0: 'They were deleted already.', one: '# assignment is deleted.', other: '# assignments are deleted.' })}`;
      }
    },
  });
  const { count } = selection;
  const askDelete = () =>
    askFirst({
      title: <Plural value={count} one="Delete # assignment?" other="Delete # assignments?" />,
      text: (
        <Plural
          value={count}
          one="It no longer limits sales: its tickets sell by their own quantities at once. What was sold or is held stays valid, and counts for the tickets alone."
          other="They no longer limit sales: their tickets sell by their own quantities at once. What was sold or is held stays valid, and counts for the tickets alone."
        />
      ),
      keep: t`${plural(count, { one: 'Keep assignment', other: 'Keep assignments' })}`,
      confirm: t`${plural(count, { one: 'Delete # assignment', other: 'Delete # assignments' })}`,
      run: () => start('delete'),
    });
  return (
    <BulkBar selection={selection}>
      <BulkAction icon={IconPlayerPlay} isPending={isPending} onClick={() => void start('switch-on')}>
        <Trans>Switch on</Trans>
      </BulkAction>
      <BulkAction icon={IconPlayerPause} isPending={isPending} onClick={() => void start('switch-off')}>
        <Trans>Switch off</Trans>
      </BulkAction>
      <BulkAction icon={IconTrash} isPending={isPending} onClick={askDelete}>
        <Trans>Delete</Trans>
      </BulkAction>
    </BulkBar>
  );
}
