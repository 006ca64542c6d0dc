import type { Audience } from '@entrada/contract/outreach/audience';
import { attendeeListRules } from '@entrada/contract/sales/attendees';
import { orderListRules } from '@entrada/contract/sales/orders';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEvent } from '../kit/data/event.ts';
import { useTicketNames } from '../kit/data/ticket-names.ts';
import { readView } from '../kit/list/view.ts';

const rulesOf = { attendees: attendeeListRules, buyers: orderListRules } as const;

/** The search and the filters of an audience. */
export const viewOf = ({ to, query }: Pick<Audience, 'to' | 'query'>) =>
  readView(new URLSearchParams(query), rulesOf[to], rulesOf[to].defaultSort);

/** Says who gets a message in short: "Everyone with a ticket", "Festival pass, 1 filter", "3 chosen attendees". */
export function useBriefAudience() {
  const { t, i18n } = useLingui();
  const tickets = useTicketNames(useEvent().id);
  return (audience: Audience): string => {
    const { to, ids } = audience;
    const chosen = ids?.length ?? 0;
    if (ids && to === 'attendees')
      return t`${plural(chosen, { one: '# chosen attendee', other: '# chosen attendees' })}`;
    if (ids) return t`${plural(chosen, { one: '# chosen order', other: '# chosen orders' })}`;
    const { query, filters } = viewOf(audience);
    const [ofTickets, others] = [true, false].map((isOfTickets) =>
      filters.filter(({ field, operator }) => (field === 'ticket_id' && operator !== 'ne') === isOfTickets),
    );
    const wanted = ofTickets?.flatMap(({ value }) => value.split(',')) ?? [];
    const names = tickets.filter(({ id }) => wanted.includes(String(id))).map(({ name }) => name);
    const more = (others?.length ?? 0) + (query.trim() === '' ? 0 : 1);
    const everyone = to === 'attendees' ? t`Everyone with a ticket` : t`Everyone who ordered`;
    const first = names.length > 0 ? sideBySide(names, i18n.locale) : everyone;
    return sideBySide(
      [first, more > 0 && t`${plural(more, { one: '# filter', other: '# filters' })}`],
      i18n.locale,
    );
  };
}
