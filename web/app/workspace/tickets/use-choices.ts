import { useLingui } from '@lingui/react/macro';
import type { FilterField } from '../kit/filters/fields.ts';
import type { SortOption } from '../kit/list/toolbar.tsx';

/** The filters and sort options of tickets. */
export function useTicketChoices(): { filters: FilterField[]; sorts: SortOption[] } {
  const { t } = useLingui();
  return {
    filters: [
      {
        field: 'type',
        label: t`Type`,
        operator: 'in',
        options: [
          { value: 'free', label: t`Free` },
          { value: 'paid', label: t`Paid` },
          { value: 'donation', label: t`Donation` },
          { value: 'tiered', label: t`Tiered` },
        ],
      },
      {
        field: 'hidden',
        label: t`Hidden`,
        operator: 'eq',
        options: [
          { value: 'true', label: t`Hidden from everyone` },
          { value: 'false', label: t`Not hidden` },
        ],
      },
    ],
    sorts: [
      { by: 'position', direction: 'asc', label: t`Homepage order` },
      { by: 'name', direction: 'asc', label: t`Name A–Z` },
      { by: 'created_at', direction: 'desc', label: t`Newest first` },
    ],
  };
}
