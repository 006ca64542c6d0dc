import { isChoice } from '@entrada/contract/catalog/answers';
import { useLingui } from '@lingui/react/macro';
import type { TicketName } from '../kit/data/ticket-names.ts';
import type { Difference } from '../kit/form/conflict.tsx';
import { filledOptions, type QuestionValues } from './values.ts';
import { questionTypes } from './words.ts';

/** Which fields someone else changed since the form was read, in words, beside what the form says now. */
export function useQuestionDifferences(tickets: readonly TicketName[]) {
  const { t, i18n } = useLingui();
  const yes = (value: boolean) => (value ? t`Yes` : t`No`);
  const fields = (values: QuestionValues) => [
    {
      field: 'scope',
      label: t`Asked`,
      text: values.scope === 'order' ? t`Once per order` : t`Of each attendee`,
    },
    { field: 'type', label: t`Answer`, text: i18n._(questionTypes[values.type].name) },
    { field: 'title', label: t`Question`, text: values.title },
    { field: 'description', label: t`Explanation`, text: values.description },
    {
      field: 'options',
      label: t`Options`,
      text: isChoice(values.type) ? filledOptions(values.options).join('; ') : '',
    },
    { field: 'required', label: t`Required`, text: yes(values.required) },
    { field: 'hidden', label: t`Hide from buyers`, text: yes(values.hidden) },
    {
      field: 'ticketIds',
      label: t`Tickets`,
      text: values.appliesToAll
        ? t`All tickets`
        : values.ticketIds.map((id) => tickets.find((ticket) => ticket.id === id)?.name ?? id).join('; '),
    },
  ];
  return (base: QuestionValues, theirs: QuestionValues, yours: QuestionValues): Difference[] => {
    const [before, mine] = [fields(base), fields(yours)];
    return fields(theirs).flatMap(({ field, label, text }, at) =>
      text === before[at]?.text ? [] : [{ field, label, theirs: text, yours: mine[at]?.text ?? '' }],
    );
  };
}
