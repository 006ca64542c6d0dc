import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatDayTime } from '../../../../platform/i18n/format.ts';
import { fromLocalTime } from '../../../../platform/i18n/zoned-time.ts';
import { Note } from '../../../../ui/notices/note.tsx';
import { eventPath } from '../../../kit/data/event.ts';
import { useSession } from '../../../kit/data/session.ts';
import { SomeNames } from '../../../kit/display/some-names.tsx';
import { endOf, sellsPastEnd } from '../../../kit/fields/sale-end-note.tsx';
import { useEveryTicket } from '../../api.ts';
import type { SectionProps } from '../../section-props.ts';

const MOST_NAMES = 5;

/** Warns of tickets whose sales are set beyond the end of their event, as the form has it: nobody can buy them then. */
export function SaleWindows({ event, values }: SectionProps) {
  const { i18n } = useLingui();
  const { data: tickets = [] } = useEveryTicket(event.id, { enabled: useSession().may('tickets.read') });
  const { timezone } = values;
  const startsAt = fromLocalTime(values.startsAt, timezone);
  const endsAt = fromLocalTime(values.endsAt, timezone);
  // While a time is half typed there is nothing to compare with.
  if (!startsAt || (values.endsAt !== '' && !endsAt)) return null;
  const times = { startsAt, endsAt: endsAt ?? null };
  const late = tickets.filter((ticket) => sellsPastEnd(ticket, times));
  if (late.length === 0) return null;
  const end = formatDayTime(endOf(times), { locale: i18n.locale, timezone });
  const names = <SomeNames of={late} most={MOST_NAMES} />;
  return (
    <Note
      tone="attn"
      announce
      action={
        <Link className="link" to={eventPath(event.id, 'tickets')}>
          <Trans>Tickets</Trans>
        </Link>
      }
    >
      <Trans>
        Sales stop when the event ends, on {end}. Set to sell beyond that: {names}.
      </Trans>
    </Note>
  );
}
