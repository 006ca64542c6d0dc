import type { CheckInList } from '@entrada/contract/door/check-in-lists';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconLink, IconTrash } from '@tabler/icons-react';
import { copyText } from '../kit/data/copy-link.ts';
import { useEvent } from '../kit/data/event.ts';
import { useChange } from '../kit/data/use-change.ts';
import { askFirst } from '../kit/frame/confirm.tsx';
import { notifyError, notifySuccess } from '../kit/frame/notify.tsx';
import { BulkAction, BulkBar } from '../kit/selection/bulk-bar.tsx';
import { useChosenRows } from '../kit/selection/use-chosen-rows.ts';
import type { Selection } from '../kit/selection/use-selection.ts';
import { changeMany, doorPath, loadChosen, type ManyBody, touchedByLists } from './api.ts';

type ChosenListsProps = {
  selection: Selection;
  list: { params: Record<string, string>; rows: readonly CheckInList[] };
};

/** What can be done with the chosen check-in lists at once. */
export function ChosenLists({ selection, list }: ChosenListsProps) {
  const { t } = useLingui();
  const event = useEvent();
  const choose = useChosenRows(selection);
  const load = () => loadChosen(event.id, { params: list.params, shown: list.rows, selection });
  const copy = useChange({
    run: async (_: null) => {
      const lines = (await load()).map((one) => `${one.name}: ${location.origin}${doorPath(one)}`);
      return { n: lines.length, isCopied: await copyText(lines.join('\n')) };
    },
    onDone: ({ n, isCopied }) => {
      if (!isCopied) notifyError(t`The links could not be copied. Copy them one by one from their menus.`);
      else notifySuccess(t`${plural(n, { one: '# link copied.', other: '# links copied.' })}`);
    },
  });
  const remove = useChange({
    run: (body: ManyBody) => changeMany(event.id, body, list.params),
    invalidates: () => touchedByLists(event.id),
    onDone: ({ changed }) => {
      notifySuccess(
        t`${plural(changed.length, { 0: 'They were deleted already.', one: '# list is deleted.', other: '# lists are deleted.' })}`,
      );
      selection.clear();
    },
  });
  // Read first, so that the question knows what would be lost.
  const ask = useChange({
    run: (_: null) => load(),
    onDone: (lists) => {
      const n = lists.length;
      askFirst({
        title: <Plural value={n} one="Delete # list?" other="Delete # lists?" />,
        text: <WhatIsLost lists={lists} />,
        keep: t`${plural(n, { one: 'Keep list', other: 'Keep lists' })}`,
        confirm: t`${plural(n, { one: 'Delete # list', other: 'Delete # lists' })}`,
        run: () => {
          const chosen = choose();
          return chosen ? remove.start({ action: 'delete', ...chosen }) : Promise.resolve(true);
        },
      });
    },
  });
  return (
    <BulkBar selection={selection}>
      <BulkAction icon={IconLink} isPending={copy.isPending} onClick={() => void copy.start(null)}>
        <Trans>Copy links</Trans>
      </BulkAction>
      <BulkAction
        icon={IconTrash}
        isPending={ask.isPending || remove.isPending}
        onClick={() => void ask.start(null)}
      >
        <Trans>Delete</Trans>
      </BulkAction>
    </BulkBar>
  );
}

function WhatIsLost({ lists }: { lists: readonly CheckInList[] }) {
  const lost = lists.reduce((sum, { checkedIn }) => sum + checkedIn, 0);
  return (
    <>
      <Plural
        value={lists.length}
        one="Its link stops working at once."
        other="Their links stop working at once."
      />{' '}
      {lost > 0 && <Plural value={lost} one="# check-in is lost." other="# check-ins are lost." />}{' '}
      <Trans>Tickets stay valid.</Trans>
    </>
  );
}
