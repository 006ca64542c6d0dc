import { changeTaxesAndFees } from '@entrada/contract/catalog/taxes-and-fees';
import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { IconTicket, IconTicketOff } from '@tabler/icons-react';
import { api } from '../../platform/api/client.ts';
import type { ListPageState } from '../kit/list/use-list-page.ts';
import { ChosenBar } from '../kit/selection/chosen-bar.tsx';
import { useUsualActions } from '../kit/selection/usual-actions.ts';
import { touchedByTaxesAndFees } from '../kit/taxes-and-fees/queries.ts';

/** The actions for the chosen taxes and fees. */
export function ChosenTaxesAndFees({ page }: { page: ListPageState }) {
  const { t } = useLingui();
  const usual = useUsualActions();
  return (
    <ChosenBar
      page={page}
      run={(body, query) => api(changeTaxesAndFees, { query, body })}
      invalidates={touchedByTaxesAndFees}
      actions={{
        add_to_new_tickets: {
          icon: IconTicket,
          label: t`Add to new tickets`,
          undo: 'leave_off_new_tickets',
          says: (n) =>
            t`${plural(n, { 0: 'All of them were added to new tickets already.', one: '# is added to new tickets.', other: '# are added to new tickets.' })}`,
        },
        leave_off_new_tickets: {
          icon: IconTicketOff,
          label: t`Leave off new tickets`,
          undo: 'add_to_new_tickets',
          says: (n) =>
            t`${plural(n, { 0: 'None of them was added to new tickets.', one: '# is no longer added to new tickets.', other: '# are no longer added to new tickets.' })}`,
        },
        delete: {
          ...usual.remove,
          says: (n) =>
            t`${plural(n, { 0: 'All of them were deleted already.', one: '# is deleted.', other: '# are deleted.' })}`,
          ask: (count) => ({
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
          }),
        },
      }}
    />
  );
}
