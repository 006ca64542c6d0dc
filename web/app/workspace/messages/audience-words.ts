import type { Audience } from '@entrada/contract/outreach/audience';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { useLingui } from '@lingui/react/macro';
import { useAttendeeFilters } from '../kit/filters/attendee-fields.ts';
import { chipText } from '../kit/filters/chips.tsx';
import { useOrderFilters } from '../kit/filters/order-fields.ts';
import { useBriefAudience, viewOf } from './brief-audience.ts';

const noFilter = { filterValue: () => undefined };

/** Says who gets a message, with each filter in words: "Everyone with a ticket", "Festival pass, Not yet in". */
export function useAudienceWords() {
  const { t, i18n } = useLingui();
  const brief = useBriefAudience();
  const filters = { attendees: useAttendeeFilters(), buyers: useOrderFilters(noFilter) };
  return (audience: Audience): string => {
    const { to, ids } = audience;
    if (ids) return brief(audience);
    const view = viewOf(audience);
    const list = { view, change: () => undefined };
    const found = filters[to].map((filter) => chipText(i18n, list, filter)).filter(Boolean);
    const query = view.query.trim();
    if (query) found.push(t`found by “${query}”`);
    if (found.length > 0) return sideBySide(found, i18n.locale);
    return brief(audience);
  };
}
