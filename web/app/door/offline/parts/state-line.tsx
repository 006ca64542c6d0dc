import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconChevronRight, IconWifiOff } from '@tabler/icons-react';
import { formatCount } from '../../../platform/i18n/format.ts';
import { newConflicts } from '../seen-conflicts.ts';
import type { DeviceStatus, OfflineProblem } from '../types.ts';
import styles from './state-line.module.css';

type StateLineProps = { phone: DeviceStatus; listShortId: string; onOpen: () => void };

/** What staff have to know about the connection: nothing while all is well. It opens the details. */
export function StateLine({ phone, listShortId, onOpen }: StateLineProps) {
  const isOffline = phone.state === 'offline';
  const conflicts = newConflicts(listShortId, phone.conflicts);
  const isFull = phone.offline.problem === 'storage_full';
  const isShown = isOffline || conflicts > 0 || isFull || phone.waiting > 0;
  const Icon = isOffline ? IconWifiOff : IconAlertTriangle;
  return (
    <div role="status">
      {isShown && (
        <button type="button" className={styles.line} data-state={phone.state} onClick={onOpen}>
          {(isOffline || conflicts > 0 || isFull) && <Icon size={24} stroke={1.75} aria-hidden="true" />}
          <span className={styles.words}>
            {isOffline ? (
              <Offline phone={phone} />
            ) : isFull ? (
              <>
                <b>
                  <Trans>This phone is full</Trans>
                </b>
                <ProblemWords problem="storage_full" />
              </>
            ) : conflicts > 0 ? (
              <>
                <b>
                  <Plural
                    value={conflicts}
                    one="# scan contradicts another"
                    other="# scans contradict others"
                  />
                </b>
                <Trans>They were made without a connection. Open the list.</Trans>
              </>
            ) : (
              <Waiting count={phone.waiting} />
            )}
          </span>
          <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

function Offline({ phone }: { phone: DeviceStatus }) {
  const { offline, waiting } = phone;
  if (!offline.isReady)
    return (
      <>
        <b>
          <Trans>No connection</Trans>
        </b>
        <ProblemWords problem={offline.problem} />
      </>
    );
  return (
    <>
      <b>
        <Trans>You are offline. Keep scanning.</Trans>
      </b>
      {waiting > 0 ? <Waiting count={waiting} /> : <Trans>This phone checks the tickets by itself.</Trans>}
    </>
  );
}

function Waiting({ count }: { count: number }) {
  const { i18n } = useLingui();
  const waiting = formatCount(count, i18n.locale);
  return (
    <Plural
      value={count}
      one={`${waiting} scan waits on this phone and is sent when you reconnect.`}
      other={`${waiting} scans wait on this phone and are sent when you reconnect.`}
    />
  );
}

/** Why this phone needs the network, and what to do. */
export function ProblemWords({ problem }: { problem: OfflineProblem | null }) {
  switch (problem) {
    case 'unsupported':
      return (
        <Trans>
          This browser cannot check tickets by itself, so scanning needs the network. A newer browser can.
        </Trans>
      );
    case 'storage_full':
      return <Trans>Free some space on this phone, so that scans can wait on it without a connection.</Trans>;
    case 'expired':
      return (
        <Trans>
          The last contact was more than 24 hours ago, so the tickets were removed from this phone. Connect it
          once.
        </Trans>
      );
    case 'not_active':
      return <Trans>The tickets load when the list opens. Until then scanning needs the network.</Trans>;
    default:
      return <Trans>The tickets are not on this phone yet. We keep trying; stay on this page.</Trans>;
  }
}
