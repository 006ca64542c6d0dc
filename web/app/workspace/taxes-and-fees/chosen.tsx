import type { TaxOrFeeAction } from '@entrada/contract/catalog/taxes-and-fees';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconTicket, IconTicketOff, IconTrash } from '@tabler/icons-react';
import { askFirst } from '../kit/frame/confirm.tsx';
import { BulkAction, BulkBar } from '../kit/selection/bulk-bar.tsx';
import { useChosenChange } from '../kit/selection/use-chosen-change.tsx';
import type { Selection } from '../kit/selection/use-selection.ts';
import { changeChosenTaxesAndFees, touchedByTaxesAndFees } from '../kit/taxes-and-fees/queries.ts';

type ChosenTaxesAndFeesProps = { selection: Selection; params: Record<string, string> };

const OPPOSITES = {
  add_to_new_tickets: 'leave_off_new_tickets',
  leave_off_new_tickets: 'add_to_new_tickets',
  delete: null,
} as const;

/** What can be done with the chosen taxes and fees at once. `params` say what the list finds. */
export function ChosenTaxesAndFees({ selection, params }: ChosenTaxesAndFeesProps) {
  const { t } = useLingui();
  const { start, isPending } = useChosenChange<TaxOrFeeAction>({
    id: 'taxes-and-fees-changed',
    selection,
    run: (body) => changeChosenTaxesAndFees(body, params),
    invalidates: touchedByTaxesAndFees,
    back: OPPOSITES,
    words: (action, n) => {
      switch (action) {
        case 'add_to_new_tickets':
          return t`${plural(n, { 0: 'All of them were added to new tickets already.', one: '# is added to new tickets.', other: '# are added to new tickets.' })}`;
        case 'leave_off_new_tickets':
          return t`${plural(n, { 0: 'None of them was added to new tickets.', one: '# is no longer added to new tickets.', other: '# are no longer added to new tickets.' })}`;
        case 'delete':
          return t`${plural(n, { 0: 'All of them were deleted already.', one: '# is deleted.', other: '# are deleted.' })}`;
      }
    },
  });
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
