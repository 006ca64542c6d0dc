import { isChoice } from '@entrada/contract/catalog/answers';
import { oneAfterAnother } from '@entrada/contract/words/side-by-side';
import { useLingui } from '@lingui/react/macro';
import type { TicketName } from '../kit/data/ticket-names.ts';
import { useDifferences } from '../kit/form/differences.ts';
import { filledOptions, type QuestionValues } from './values.ts';
import { questionTypes } from './words.ts';

/** What someone else changed after the form of a question was read. */
export function useQuestionDifferences(tickets: readonly TicketName[]) {
  const { t, i18n } = useLingui();
  const labels = {
    scope: t`Asked`,
    type: t({ message: 'Answer', context: 'of a question' }),
    title: t`Question`,
    description: t`Explanation`,
    options: t`Options`,
    required: t`Required`,
    hidden: t`Hide from buyers`,
    ticketIds: t`Tickets`,
  };
  return useDifferences<QuestionValues, keyof typeof labels>(labels, (values, field) => {
    const { scope, type, options, appliesToAll, ticketIds } = values;
    if (field === 'scope') return scope === 'order' ? t`Once per order` : t`Of each attendee`;
    if (field === 'type') return i18n._(questionTypes[type].name);
    if (field === 'options')
      return isChoice(type) ? oneAfterAnother(filledOptions(options), i18n.locale) : '';
    if (field !== 'ticketIds') return undefined;
    if (appliesToAll) return t`All tickets`;
    return oneAfterAnother(
      ticketIds.map((id) => tickets.find((ticket) => ticket.id === id)?.name ?? String(id)),
      i18n.locale,
    );
  });
}
