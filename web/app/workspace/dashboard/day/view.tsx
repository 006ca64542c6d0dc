import type { EventDetail } from '@entrada/contract/catalog/events';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatDay, formatTime } from '../../../platform/i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { eventPath } from '../../kit/data/event.ts';
import { KeptFigures } from '../../kit/figures/kept.tsx';
import { PageHeader } from '../../kit/frame/page.tsx';
import { dayIn, daysBetween } from '../../kit/period/days.ts';
import { useRead } from '../../kit/reading/reads.ts';
import styles from '../dashboard.module.css';
import { LiveLost } from '../live-lost.tsx';
import { type DoorDay, doorDayRead } from '../reads.ts';
import { AtTheDoor } from './at-the-door.tsx';
import { Doors } from './doors.tsx';
import { Entries } from './entries.tsx';
import { InsideByTicket } from './inside.tsx';
import { DayKpis, WaitingKpis } from './kpis.tsx';
import { noticesOf } from './notices.ts';

/** The dashboard on the day of the event: who is in, how fast people come, and what happens at each door. */
export function DayView({ event }: { event: EventDetail }) {
  const { t, i18n } = useLingui();
  const query = useRead(doorDayRead(event));
  const day = query.data;
  const zoned = { locale: i18n.locale, timezone: event.timezone };
  return (
    <>
      <PageHeader
        title={event.title}
        tab={[t`Dashboard`, event.title]}
        badge={
          day &&
          (day.minutes ? (
            <Badge tone="ok">
              <Trans>Doors open</Trans>
            </Badge>
          ) : (
            <Badge tone="info">
              <Trans>Nobody in yet</Trans>
            </Badge>
          ))
        }
        meta={
          <>
            {day && sideBySide([formatDay(day.at, zoned), formatTime(day.at, zoned)], i18n.locale)}
            {day && '\u00a0· '}
            <NthDay event={event} day={day} />
            <Link className="link" to="?view=sales" replace preventScrollReset>
              <Trans>Show sales instead</Trans>
            </Link>
          </>
        }
        actions={
          <Button
            component={Link}
            to={eventPath(event.id, 'check-in')}
            variant="primary"
            leftSection={<IconScan size={18} stroke={1.75} />}
          >
            <Trans>Open scanner</Trans>
          </Button>
        }
        align="end"
      />
      <LiveLost timezone={event.timezone} />
      <KeptFigures query={query} timezone={event.timezone} skeleton={<WaitingKpis />}>
        {(known) => <Known event={event} day={known} />}
      </KeptFigures>
    </>
  );
}

function Known({ event, day }: { event: EventDetail; day: DoorDay }) {
  const notices = noticesOf(day.doors);
  const inside = <InsideByTicket tickets={day.tickets} />;
  return (
    <>
      <DayKpis event={event} day={day} />
      <div className={styles.row}>
        <Entries event={event} day={day} />
        <div className={styles.side}>
          {notices.length > 0 ? <AtTheDoor notices={notices} timezone={event.timezone} /> : inside}
        </div>
      </div>
      <div className={styles.row}>
        <Doors event={event} doors={day.doors} />
        <div className={styles.side}>{notices.length > 0 && inside}</div>
      </div>
    </>
  );
}

/** An event that ends in the night ends on the day before. */
const NIGHT_MS = 6 * 3_600_000;

/** "day 2 of 3 · ", if there are several. */
function NthDay({ event, day }: { event: EventDetail; day: DoorDay | undefined }) {
  if (!day || !event.endsAt) return null;
  const first = dayIn(event.timezone, new Date(event.startsAt));
  const last = dayIn(event.timezone, new Date(Date.parse(event.endsAt) - NIGHT_MS));
  const count = daysBetween(first, last) + 1;
  const nth = daysBetween(first, day.day) + 1;
  if (count < 2 || nth < 1 || nth > count) return null;
  return (
    <>
      <Trans>
        day {nth} of {count}
      </Trans>
      {'\u00a0· '}
    </>
  );
}
