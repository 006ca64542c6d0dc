import type { Ticket } from '@entrada/contract/catalog/tickets';
import { OPEN_END_MS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatDayTime } from '../../../platform/i18n/format.ts';
import { fromLocalTime } from '../../../platform/i18n/zoned-time.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { useEvent } from '../data/event.ts';

type Times = { startsAt: string; endsAt: string | null };

/** The instant at which an event ends and its sales stop. */
export const endOf = ({ startsAt, endsAt }: Times): string =>
  endsAt ?? new Date(Date.parse(startsAt) + OPEN_END_MS).toISOString();

/** Whether a window of sales begins or ends after the end of its event. Empty ends of a window are null. */
export const isPastEnd = (window: readonly (string | null | undefined)[], event: Times): boolean =>
  window.some((at) => at && Date.parse(at) > Date.parse(endOf(event)));

type Window = Pick<Ticket, 'saleStartsAt' | 'saleEndsAt'>;

/** Whether a window of sales of a ticket, or of one of its prices, reaches beyond the end of its event. */
export const sellsPastEnd = ({ prices, ...own }: Window & { prices: readonly Window[] }, event: Times) =>
  [own, ...prices].some((one) => isPastEnd([one.saleStartsAt, one.saleEndsAt], event));

/** Warns below a window of sales that the event ends earlier. The window is in local times of the event's zone. */
export function SaleEndNote({ saleStartsAt, saleEndsAt }: { saleStartsAt: string; saleEndsAt: string }) {
  const { i18n } = useLingui();
  const event = useEvent();
  const window = [saleStartsAt, saleEndsAt].map((local) => fromLocalTime(local, event.timezone));
  if (!isPastEnd(window, event)) return null;
  const end = formatDayTime(endOf(event), { locale: i18n.locale, timezone: event.timezone });
  return (
    <Note tone="attn" announce>
      <Trans>The event ends on {end}. Sales stop then.</Trans>
    </Note>
  );
}
