import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect } from 'react';
import { formatCount, formatDayTime, formatTime } from '../../../platform/i18n/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Space } from '../../../ui/space.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { sawConflicts } from '../seen-conflicts.ts';
import type { DoorDevice } from '../types.ts';
import { Conflicts } from './conflicts.tsx';
import styles from './sheet.module.css';
import { ProblemWords } from './state-line.tsx';

type OfflineSheetProps = {
  phone: DoorDevice;
  listShortId: string;
  timezone: string;
  onClose: () => void;
};

/** What this phone can do without a connection, what waits on it, and which scans contradict one another. */
export default function OfflineSheet({ phone, listShortId, timezone, onClose }: OfflineSheetProps) {
  const { i18n } = useLingui();
  const zoned = { locale: i18n.locale, timezone };
  const { offline, conflicts } = phone;
  useEffect(() => sawConflicts(listShortId, conflicts), [listShortId, conflicts]);
  return (
    <Sheet title={<Trans>Without a connection</Trans>} onClose={onClose}>
      <dl className={styles.facts}>
        <Fact name={<Trans>Connection</Trans>}>
          {phone.state === 'online' ? <Trans>Online</Trans> : <Trans>Offline</Trans>}
        </Fact>
        <Fact name={<Trans>Tickets on this phone</Trans>}>{formatCount(offline.tickets, i18n.locale)}</Fact>
        <Fact name={<Trans>Waiting scans</Trans>}>{formatCount(phone.waiting, i18n.locale)}</Fact>
        {phone.lastSyncAt && (
          <Fact name={<Trans>Last contact</Trans>}>{formatTime(phone.lastSyncAt, zoned)}</Fact>
        )}
        {offline.until && (
          <Fact name={<Trans>Decides by itself until</Trans>}>{formatDayTime(offline.until, zoned)}</Fact>
        )}
      </dl>
      <p className={styles.text}>
        {offline.problem ? (
          <ProblemWords problem={offline.problem} />
        ) : (
          <Trans>
            This page opens and scans without a network. Only letting in a whole order by one scan needs it:
            scan each ticket. The tickets leave this phone 24 hours after the last contact.
          </Trans>
        )}
        {phone.isPersistent === false && !offline.problem && (
          <>
            <Space />
            <Trans>
              The browser may clear them when the phone needs space. Adding this page to the home screen
              prevents that.
            </Trans>
          </>
        )}
      </p>
      <Conflicts conflicts={conflicts} zoned={zoned} />
      <div className={styles.actions}>
        {phone.state === 'offline' && (
          <Button size="door" block onClick={phone.retry}>
            <Trans>Connect now</Trans>
          </Button>
        )}
        <Button variant="ink" size="door" block onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </Sheet>
  );
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
