import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatDayTime } from '../../platform/i18n/format.ts';
import { Note } from '../../ui/notices/note.tsx';
import { Space } from '../../ui/space.tsx';

/** Says that the event was called off, or that its date or place is another one than when the tickets were bought. */
export function EventNews({ order }: { order: BuyerOrder }) {
  const { i18n } = useLingui();
  const { event, eventNews, total, refundedTotal } = order;
  const { name } = event.organizer;
  if (eventNews.state === 'called_off')
    return (
      <Note tone="attn">
        <b>
          <Trans>
            {name} has called off {event.title}.
          </Trans>
        </b>
        <Space />
        {order.tickets.length > 0 && <Trans>Your tickets stay here and say what you bought.</Trans>}
        <Space />
        {total > 0 &&
          refundedTotal < total &&
          (order.badge === 'REFUND_PENDING' ? (
            <Trans>The money goes back the way it came, which can take a few days.</Trans>
          ) : (
            <Trans>{name} decides about your money. You get an email when it goes back.</Trans>
          ))}
        {total > 0 && refundedTotal >= total && <Trans>Your money went back.</Trans>}
      </Note>
    );
  const { movedFrom, movedFromPlace } = eventNews;
  if (movedFrom === null && !movedFromPlace) return null;
  const zoned = { locale: i18n.locale, timezone: event.timezone };
  const now = formatDayTime(event.startsAt, zoned);
  const before = movedFrom && formatDayTime(movedFrom, zoned);
  const hasTickets = order.lines.some(({ admits }) => admits);
  return (
    <Note tone="attn">
      {before && (
        <>
          <b>
            <Trans>The date has changed.</Trans>
          </b>
          <Space />
          <Trans>
            It begins on {now}. When you bought your tickets, it was {before}.
          </Trans>
          <Space />
          {hasTickets && <Trans>Your tickets are valid for the new date.</Trans>}
        </>
      )}
      <Space />
      {movedFromPlace && (
        <>
          <b>
            <Trans>The place has changed.</Trans>
          </b>
          <Space />
          <Trans>When you bought your tickets, it was {movedFromPlace}.</Trans>
        </>
      )}
    </Note>
  );
}
