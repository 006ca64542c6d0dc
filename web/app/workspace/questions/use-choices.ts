import { QUESTION_TYPES } from '@entrada/contract/catalog/answers';
import { useLingui } from '@lingui/react/macro';
import type { FilterField } from '../kit/filters/fields.ts';
import type { SortOption } from '../kit/list/toolbar.tsx';
import { questionTypes } from './words.ts';

/** The filters and sort options of questions. */
export function useQuestionChoices(): { filters: FilterField[]; sorts: SortOption[] } {
  const { t, i18n } = useLingui();
  return {
    filters: [
      {
        field: 'scope',
        label: t`Asked`,
        operator: 'eq',
        options: [
          { value: 'order', label: t`Once per order` },
          { value: 'attendee', label: t`Of each attendee` },
        ],
      },
      {
        field: 'type',
        label: t({ message: 'Answer', context: 'of a question' }),
        operator: 'in',
        options: QUESTION_TYPES.map((type) => ({ value: type, label: i18n._(questionTypes[type].name) })),
      },
      {
        field: 'required',
        label: t`Required`,
        operator: 'eq',
        options: [
          { value: 'true', label: t`Required` },
          { value: 'false', label: t`Optional` },
        ],
      },
      {
        field: 'hidden',
        label: t`Hidden`,
        operator: 'eq',
        options: [
          { value: 'true', label: t`Hidden from buyers` },
          { value: 'false', label: t`Not hidden` },
        ],
      },
    ],
    sorts: [
      { by: 'position', direction: 'asc', label: t`Order of asking` },
      { by: 'title', direction: 'asc', label: t`Question A–Z` },
      { by: 'created_at', direction: 'desc', label: t`Newest first` },
    ],
  };
}
