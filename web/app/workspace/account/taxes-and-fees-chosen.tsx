import { LIMITS } from '@entrada/contract/constants';
import type { ChargeAction } from '@entrada/contract/taxes-and-fees';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconTicket, IconTicketOff, IconTrash } from '@tabler/icons-react';
import { BulkAction, BulkBar } from '../list/bulk-bar.tsx';
import { useChosenRows } from '../list/use-chosen-rows.ts';
import type { Selection } from '../list/use-selection.ts';
import { changeCharges, type ManyBody, touchedByCharges } from '../shell/charges.ts';
import { askFirst } from '../shell/confirm.tsx';
import { notifyUndo } from '../shell/notify.tsx';
import { useChange } from '../shell/use-change.ts';

type ChosenChargesProps = { selection: Selection; params: Record<string, string> };
type Change = { body: ManyBody; isUndo: boolean };

const OPPOSITES = {
  add_to_new_tickets: 'leave_off_new_tickets',
  leave_off_new_tickets: 'add_to_new_tickets',
  delete: null,
} as const;

/** What can be done with the chosen taxes and fees at once. `params` say what the list finds. */
export function ChosenCharges({ selection, params }: ChosenChargesProps) {
  const { t } = useLingui();
  const choose = useChosenRows(selection);
  const change = useChange({
    run: ({ body }: Change) => changeCharges(body, params),
    invalidates: () => touchedByCharges,
    onDone: ({ changed }, { body, isUndo }) => {
      const n = changed.length;
      const words: Record<ChargeAction, string> = {
        add_to_new_tickets: t`${plural(n, { 0: 'All of them were added to new tickets already.', one: '# is added to new tickets.', other: '# are added to new tickets.' })}`,
        leave_off_new_tickets: t`${plural(n, { 0: 'None of them was added to new tickets.', one: '# is no longer added to new tickets.', other: '# are no longer added to new tickets.' })}`,
        delete: t`${plural(n, { 0: 'All of them were deleted already.', one: '# is deleted.', other: '# are deleted.' })}`,
      };
      const opposite = OPPOSITES[body.action];
      const isUndoable = opposite !== null && !isUndo && n > 0 && n <= LIMITS.selectedRows;
      notifyUndo({
        id: 'charges-changed',
        message: words[body.action],
        undo: isUndoable
          ? () => void change.start({ body: { action: opposite, ids: changed }, isUndo: true })
          : null,
      });
      if (!isUndo) selection.clear();
    },
  });
  const start = (action: ChargeAction) => {
    const chosen = choose();
    return chosen ? change.start({ body: { action, ...chosen }, isUndo: false }) : Promise.resolve(true);
  };
  const { count } = selection;
  const askDelete = () =>
    askFirst({
      title: <Plural value={count} one="Delete # tax or fee?" other="Delete # taxes and fees?" />,
      text: (
        <Plural
          value={count}
          one="It comes off every ticket that uses it, which costs accordingly from now on. Orders keep what they were made with. This can’t be undone."
          other="They come off every ticket that uses them, which costs accordingly from now on. Orders keep what they were made with. This can’t be undone."
        />
      ),
      keep: t`${plural(count, { one: 'Keep it', other: 'Keep them' })}`,
      confirm: t`${plural(count, { one: 'Delete # tax or fee', other: 'Delete # taxes and fees' })}`,
      run: () => start('delete'),
    });
  const { isPending } = change;
  return (
    <BulkBar selection={selection}>
      <BulkAction icon={IconTicket} isPending={isPending} onClick={() => void start('add_to_new_tickets')}>
        <Trans>Add to new tickets</Trans>
      </BulkAction>
      <BulkAction
        icon={IconTicketOff}
        isPending={isPending}
        onClick={() => void start('leave_off_new_tickets')}
      >
        <Trans>Leave off new tickets</Trans>
      </BulkAction>
      <BulkAction icon={IconTrash} isPending={isPending} onClick={askDelete}>
        <Trans>Delete</Trans>
      </BulkAction>
    </BulkBar>
  );
}
