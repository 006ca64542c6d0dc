import type { EventDetail } from '@entrada/contract/catalog/events';
import { DOOR_MINUTES } from '@entrada/contract/insight/door-day';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatCount, formatTime } from '../../../platform/i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Space } from '../../../ui/space.tsx';
import { Sparkbars } from '../../kit/charts/bars.tsx';
import { eventPath } from '../../kit/data/event.ts';
import styles from '../dashboard.module.css';
import type { DoorDay } from '../reads.ts';
import doorStyles from './doors.module.css';
import { formatPace } from './kpis.tsx';

const NEWEST = 3;

type DoorsProps = { event: EventDetail; doors: DoorDay['doors'] };

/** Each check-in list: how fast people come there, how many did, and whether somebody scans. */
export function Doors({ event, doors }: DoorsProps) {
  return (
    <section className={styles.cell} aria-labelledby="doors">
      <div className={styles.cellHead}>
        <h2 id="doors">
          <Trans>Doors</Trans>
        </h2>
        <Link className="link" to={eventPath(event.id, 'check-in')}>
          <Trans>All check-in lists</Trans>
        </Link>
      </div>
      {doors.length === 0 ? (
        <p className={styles.quiet}>
          <Trans>There is no check-in list yet. Create one to scan tickets.</Trans>
        </p>
      ) : (
        <table className={doorStyles.doors}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Door</Trans>
              </th>
              <th scope="col">
                <Trans>Last {DOOR_MINUTES} minutes</Trans>
              </th>
              <th scope="col">
                <Trans>A minute</Trans>
              </th>
              <th scope="col">
                <Trans>In so far</Trans>
              </th>
              <th scope="col">
                <Trans>Devices</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {doors.map((door) => (
              <Door key={door.id} door={door} timezone={event.timezone} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Door({ door, timezone }: { door: DoorDay['doors'][number]; timezone: string }) {
  const { t, i18n } = useLingui();
  const lately = door.minutes.reduce((sum, one) => sum + one, 0);
  return (
    <tr>
      <th scope="row">{door.name}</th>
      <td className={doorStyles.lately}>
        <Sparkbars values={door.minutes} newest={NEWEST} />
        <span className="visually-hidden">
          {t`${plural(lately, { one: '# entry', other: '# entries' })}`}
        </span>
      </td>
      <td className={doorStyles.pace}>
        {door.pace > 0 ? formatPace(door.pace, i18n.locale) : '–'}
        <small>
          {' '}
          <Trans>a minute</Trans>
        </small>
      </td>
      <td className={doorStyles.entered}>
        <small>
          <Trans>In so far:</Trans>
          <Space />
        </small>
        {formatCount(door.entered, i18n.locale)}
      </td>
      <td className={doorStyles.devices}>
        <Devices door={door} timezone={timezone} />
      </td>
    </tr>
  );
}

function Devices({
  door: { devices, lastEntryAt },
  timezone,
}: {
  door: DoorDay['doors'][number];
  timezone: string;
}) {
  const { t, i18n } = useLingui();
  if (devices > 0)
    return (
      <Badge tone="ok" quiet>
        {t`${plural(devices, { one: '# device', other: '# devices' })}`}
      </Badge>
    );
  if (!lastEntryAt)
    return (
      <Badge tone="neutral" quiet>
        <Trans>Not used yet</Trans>
      </Badge>
    );
  const time = formatTime(lastEntryAt, { locale: i18n.locale, timezone });
  return (
    <Badge tone="attn">
      <Trans>Nobody since {time}</Trans>
    </Badge>
  );
}
