import { changeTickets } from '@entrada/contract/catalog/tickets';
import type { ChosenRowsReply } from '@entrada/contract/list';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { api } from '../../platform/api/client.ts';
import { eventParams, useEvent } from '../kit/data/event.ts';
import type { ListPageState } from '../kit/list/use-list-page.ts';
import { ChosenBar } from '../kit/selection/chosen-bar.tsx';
import { useUsualActions } from '../kit/selection/usual-actions.ts';
import { touchedByTickets } from './api.ts';

/** The actions for the chosen tickets. */
export function ChosenTickets({ page }: { page: ListPageState }) {
  const { t } = useLingui();
  const usual = useUsualActions();
  const event = useEvent();
  return (
    <ChosenBar
      page={page}
      run={(body, query) => api(changeTickets, { ...eventParams(event.id), query, body })}
      invalidates={touchedByTickets(event.id)}
      actions={{
        hide: {
          ...usual.hide,
          says: (n) =>
            t`${plural(n, { 0: 'All of them were hidden already.', one: '# ticket is hidden from everyone.', other: '# tickets are hidden from everyone.' })}`,
        },
        show: {
          ...usual.show,
          says: (n) =>
            t`${plural(n, { 0: 'None of them was hidden.', one: '# ticket is no longer hidden.', other: '# tickets are no longer hidden.' })}`,
        },
        delete: {
          ...usual.remove,
          says: (n) =>
            t`${plural(n, { 0: 'No ticket was deleted.', one: '# ticket is deleted.', other: '# tickets are deleted.' })}`,
          ask: (count) => ({
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
          }),
        },
      }}
      kept={(kept) => <KeptTickets kept={kept} />}
    />
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
