import { Plural, Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { fromLocalTime } from '../../../../platform/i18n/zoned-time.ts';
import { Note } from '../../../../ui/notices/note.tsx';
import { eventPath } from '../../../kit/data/event.ts';
import { useSession } from '../../../kit/data/session.ts';
import { useEveryTicket } from '../../api.ts';
import type { SectionProps } from '../../section-props.ts';

/**
 * Says that saving other dates tells nobody, once tickets are sold, and where both is done together. It stops nobody: a
 * mistyped hour is corrected here.
 */
export function OtherDates({ event, values }: SectionProps) {
  const { data: tickets = [] } = useEveryTicket(event.id, { enabled: useSession().may('tickets.read') });
  const { timezone } = values;
  const startsAt = fromLocalTime(values.startsAt, timezone);
  const endsAt = values.endsAt === '' ? null : fromLocalTime(values.endsAt, timezone);
  const isSame = (typed: string | null, saved: string | null) =>
    typed === saved || (typed !== null && saved !== null && Date.parse(typed) === Date.parse(saved));
  // While a time is half typed there is nothing to compare with.
  if (!startsAt || endsAt === undefined) return null;
  if (isSame(startsAt, event.startsAt) && isSame(endsAt, event.endsAt)) return null;
  const sold = tickets.flatMap(({ prices }) => prices).reduce((sum, price) => sum + price.sold, 0);
  if (sold === 0) return null;
  return (
    <Note
      tone="attn"
      announce
      action={
        <Link className="link" to={eventPath(event.id, 'call-off')} state={{ what: 'dates' }}>
          <Trans>Move the event and tell people</Trans>
        </Link>
      }
    >
      <Plural
        value={sold}
        one="# ticket is sold. Saving here tells nobody about the other dates."
        other="# tickets are sold. Saving here tells nobody about the other dates."
      />
    </Note>
  );
}
