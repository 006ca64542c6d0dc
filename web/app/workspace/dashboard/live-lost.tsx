import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatTime } from '../../platform/i18n/format.ts';
import { useLiveState } from '../kit/live/store.ts';
import styles from './dashboard.module.css';

/** Says that the figures stand still while the connection is lost, and since when. They catch up by themselves. */
export function LiveLost({ timezone }: { timezone: string }) {
  const { i18n } = useLingui();
  const isAway = useLiveState() === 'away';
  const [since, setSince] = useState<string | null>(null);
  useEffect(() => setSince(isAway ? new Date().toISOString() : null), [isAway]);
  const time = since && formatTime(since, { locale: i18n.locale, timezone });
  return (
    <div role="status">
      {time && (
        <p className={styles.lost}>
          <IconPlugConnectedX size={18} stroke={1.75} aria-hidden="true" />
          <Trans>The connection was lost at {time}. The figures catch up as soon as it is back.</Trans>
        </p>
      )}
    </div>
  );
}
