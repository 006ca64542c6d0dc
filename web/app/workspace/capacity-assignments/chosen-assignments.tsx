import { LIMITS } from '@entrada/contract/constants';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { BulkAction, BulkBar } from '../list/bulk-bar.tsx';
import { useChosenRows } from '../list/use-chosen-rows.ts';
import type { Selection } from '../list/use-selection.ts';
import { askFirst } from '../shell/confirm.tsx';
import { useEvent } from '../shell/event.ts';
import { notifySuccess, notifyUndo } from '../shell/notify.tsx';
import { useChange } from '../shell/use-change.ts';
import { changeMany, type ManyBody, touchedByCapacities } from './api.ts';

type ChosenAssignmentsProps = { selection: Selection; params: Record<string, string> };
type Change = { body: ManyBody; isUndo: boolean };

/** What can be done with the chosen assignments at once. `params` say what the list finds. */
export function ChosenAssignments({ selection, params }: ChosenAssignmentsProps) {
  const { t } = useLingui();
  const event = useEvent();
  const choose = useChosenRows(selection);
  const change = useChange({
    run: ({ body }: Change) => changeMany(event.id, body, params),
    invalidates: () => touchedByCapacities(event.id),
    onDone: ({ changed }, given) => {
      if (given.body.action === 'delete') sayDeleted(changed.length);
      else saySwitched(changed, given);
      if (!given.isUndo) selection.clear();
    },
  });
  const sayDeleted = (n: number) =>
    notifySuccess(
      t`${plural(n, { 0: 'They were deleted already.', one: '# assignment is deleted.', other: '# assignments are deleted.' })}`,
    );
  const saySwitched = (changed: number[], { body, isUndo }: Change) => {
    const n = changed.length;
    const isOff = body.action === 'switch-off';
    const isNameable = n > 0 && n <= LIMITS.selectedRows;
    const back: ManyBody = { action: isOff ? 'switch-on' : 'switch-off', ids: changed };
    notifyUndo({
      id: 'assignments-switched',
      message: isOff
        ? t`${plural(n, { 0: 'All of them were switched off already.', one: '# assignment no longer limits sales.', other: '# assignments no longer limit sales.' })}`
        : t`${plural(n, { 0: 'All of them were active already.', one: '# assignment limits sales again.', other: '# assignments limit sales again.' })}`,
      undo: isNameable && !isUndo ? () => void change.start({ body: back, isUndo: true }) : null,
    });
  };
  const start = (action: ManyBody['action']) => {
    const chosen = choose();
    return chosen ? change.start({ body: { action, ...chosen }, isUndo: false }) : Promise.resolve(true);
  };
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
      <BulkAction icon={IconPlayerPlay} isPending={change.isPending} onClick={() => void start('switch-on')}>
        <Trans>Switch on</Trans>
      </BulkAction>
      <BulkAction
        icon={IconPlayerPause}
        isPending={change.isPending}
        onClick={() => void start('switch-off')}
      >
        <Trans>Switch off</Trans>
      </BulkAction>
      <BulkAction icon={IconTrash} isPending={change.isPending} onClick={askDelete}>
        <Trans>Delete</Trans>
      </BulkAction>
    </BulkBar>
  );
}
