import { useLingui } from '@lingui/react/macro';
import type { FilterField } from '../kit/filters/fields.ts';
import type { SortOption } from '../kit/list/toolbar.tsx';
import type { ListControls } from '../kit/list/use-list.ts';

/**
 * The filters and sort options of promo codes. The filter for codes that were created together only shows while it is
 * active.
 */
export function usePromoChoices(list: Pick<ListControls, 'filterValue'>) {
  const { t } = useLingui();
  const filters: FilterField[] = [
    {
      field: 'state',
      label: t`Status`,
      operator: 'in',
      options: [
        { value: 'active', label: t`Active` },
        { value: 'used_up', label: t`Used up` },
        { value: 'expired', label: t`Expired` },
        { value: 'disabled', label: t`Switched off` },
      ],
    },
    {
      field: 'discount_type',
      label: t`Discount`,
      operator: 'in',
      options: [
        { value: 'percentage', label: t`Percentage` },
        { value: 'fixed', label: t`Fixed amount` },
        { value: 'none', label: t`No discount` },
      ],
    },
  ];
  const sorts: SortOption[] = [
    { by: 'created_at', direction: 'desc', label: t`Newest first` },
    { by: 'code', direction: 'asc', label: t`Code A–Z` },
    { by: 'used', direction: 'desc', label: t`Most used` },
    { by: 'expires_at', direction: 'asc', label: t`Expiring soonest` },
  ];
  const batch = list.filterValue('batch');
  const together: FilterField = {
    field: 'batch',
    label: t`Made`,
    operator: 'eq',
    options: [{ value: batch ?? '', label: t`Together` }],
  };
  return { filters: batch ? [...filters, together] : filters, sorts };
}
