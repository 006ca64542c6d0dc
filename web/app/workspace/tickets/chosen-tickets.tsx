import { LIMITS } from '@entrada/contract/constants';
import type { ChosenRowsReply } from '@entrada/contract/list';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react';
import { BulkAction, BulkBar } from '../list/bulk-bar.tsx';
import { useChosenRows } from '../list/use-chosen-rows.ts';
import type { Selection } from '../list/use-selection.ts';
import { askFirst } from '../shell/confirm.tsx';
import { useEvent } from '../shell/event.ts';
import { notifyError, notifySuccess, notifyUndo } from '../shell/notify.tsx';
import { useChange } from '../shell/use-change.ts';
import { changeMany, type ManyBody, touchedByTickets } from './api.ts';

type ChosenTicketsProps = { selection: Selection; params: Record<string, string> };
type Change = { body: ManyBody; isUndo: boolean };

/** What can be done with the chosen tickets at once. `params` say what the list finds. */
export function ChosenTickets({ selection, params }: ChosenTicketsProps) {
  const { t } = useLingui();
  const event = useEvent();
  const choose = useChosenRows(selection);
  const change = useChange({
    run: ({ body }: Change) => changeMany(event.id, body, params),
    invalidates: () => touchedByTickets(event.id),
    onDone: (reply, given) => {
      if (given.body.action === 'delete') sayDeleted(reply);
      else saySwitched(reply.changed, given);
      if (!given.isUndo) selection.clear();
    },
  });
  const saySwitched = (changed: number[], { body, isUndo }: Change) => {
    const n = changed.length;
    const isHidden = body.action === 'hide';
    const isNameable = n > 0 && n <= LIMITS.selectedRows;
    const back: ManyBody = { action: isHidden ? 'show' : 'hide', ids: changed };
    notifyUndo({
      id: 'tickets-switched',
      message: isHidden
        ? t`${plural(n, { 0: 'All of them were hidden already.', one: '# ticket is hidden from everyone.', other: '# tickets are hidden from everyone.' })}`
        : t`${plural(n, { 0: 'None of them was hidden.', one: '# ticket is no longer hidden.', other: '# tickets are no longer hidden.' })}`,
      undo: isNameable && !isUndo ? () => void change.start({ body: back, isUndo: true }) : null,
    });
  };
  const sayDeleted = ({ changed, kept }: ChosenRowsReply) => {
    const gone = t`${plural(changed.length, { 0: 'No ticket was deleted.', one: '# ticket is deleted.', other: '# tickets are deleted.' })}`;
    const [first] = kept;
    if (!first) {
      notifySuccess(gone);
      return;
    }
    const { name } = first;
    notifyError(
      <>
        {gone}{' '}
        {kept.length === 1 ? (
          <Trans>{name} was kept: it has orders. You can hide it.</Trans>
        ) : (
          <Plural
            value={kept.length}
            one="# ticket was kept: it has orders. You can hide it."
            other="# tickets were kept: they have orders. You can hide them."
          />
        )}
      </>,
    );
  };
  const start = (action: ManyBody['action']) => {
    const chosen = choose();
    return chosen ? change.start({ body: { action, ...chosen }, isUndo: false }) : Promise.resolve(true);
  };
  const { count } = selection;
  const askDelete = () =>
    askFirst({
      title: <Plural value={count} one="Delete # ticket?" other="Delete # tickets?" />,
      text: (
        <Plural
          value={count}
          one="It disappears from the event, unless it has orders: then it stays, and you can hide it."
          other="They disappear from the event. Those that have orders stay, and you can hide them."
        />
      ),
      keep: t`${plural(count, { one: 'Keep ticket', other: 'Keep tickets' })}`,
      confirm: t`${plural(count, { one: 'Delete # ticket', other: 'Delete # tickets' })}`,
      run: () => start('delete'),
    });
  return (
    <BulkBar selection={selection}>
      <BulkAction icon={IconEyeOff} isPending={change.isPending} onClick={() => void start('hide')}>
        <Trans>Hide</Trans>
      </BulkAction>
      <BulkAction icon={IconEye} isPending={change.isPending} onClick={() => void start('show')}>
        <Trans>Show</Trans>
      </BulkAction>
      <BulkAction icon={IconTrash} isPending={change.isPending} onClick={askDelete}>
        <Trans>Delete</Trans>
      </BulkAction>
    </BulkBar>
  );
}
