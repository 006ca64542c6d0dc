import type { ChosenRowsReply } from '@entrada/contract/list';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react';
import { useEvent } from '../kit/data/event.ts';
import { askFirst } from '../kit/frame/confirm.tsx';
import { BulkAction, BulkBar } from '../kit/selection/bulk-bar.tsx';
import { useChosenChange } from '../kit/selection/use-chosen-change.tsx';
import type { Selection } from '../kit/selection/use-selection.ts';
import { changeMany, type ManyBody, touchedByTickets } from './api.ts';

type ChosenTicketsProps = { selection: Selection; params: Record<string, string> };

/** What can be done with the chosen tickets at once. `params` say what the list finds. */
export function ChosenTickets({ selection, params }: ChosenTicketsProps) {
  const { t } = useLingui();
  const event = useEvent();
  const { start, isPending } = useChosenChange<ManyBody['action']>({
    id: 'tickets-changed',
    selection,
    run: (body) => changeMany(event.id, body, params),
    invalidates: touchedByTickets(event.id),
    back: { hide: 'show', show: 'hide', delete: null },
    words: (action, n) => {
      switch (action) {
        case 'hide':
          return t`${plural(n, { 0: 'All of them were hidden already.', one: '# ticket is hidden from everyone.', other: '# tickets are hidden from everyone.' })}`;
        case 'show':
          return t`${plural(n, { 0: 'None of them was hidden.', one: '# ticket is no longer hidden.', other: '# tickets are no longer hidden.' })}`;
        case 'delete':
          return t`${plural(n, { 0: 'No ticket was deleted.', one: '# ticket is deleted.', other: '# tickets are deleted.' })}`;
      }
    },
    kept: (kept) => <KeptTickets kept={kept} />,
  });
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
      <BulkAction icon={IconEyeOff} isPending={isPending} onClick={() => void start('hide')}>
        <Trans>Hide</Trans>
      </BulkAction>
      <BulkAction icon={IconEye} isPending={isPending} onClick={() => void start('show')}>
        <Trans>Show</Trans>
      </BulkAction>
      <BulkAction icon={IconTrash} isPending={isPending} onClick={askDelete}>
        <Trans>Delete</Trans>
      </BulkAction>
    </BulkBar>
  );
}

function KeptTickets({ kept }: Pick<ChosenRowsReply, 'kept'>) {
  const [first] = kept;
  if (first && kept.length === 1) {
    const { name } = first;
    return <Trans>{name} was kept: it has orders. You can hide it.</Trans>;
  }
  return (
    <Plural
      value={kept.length}
      one="# ticket was kept: it has orders. You can hide it."
      other="# tickets were kept: they have orders. You can hide them."
    />
  );
}
