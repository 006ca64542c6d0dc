import { Trans } from '@lingui/react/macro';
import { IconWifiOff } from '@tabler/icons-react';
import styles from './no-connection.module.css';

export function NoConnection() {
  return (
    <div className={styles.banner} role="alert">
      <IconWifiOff size={24} stroke={1.75} aria-hidden="true" />
      <p>
        <b>
          <Trans>No connection</Trans>
        </b>
        <Trans>Check-in needs the network. We keep trying; stay on this page.</Trans>
      </p>
    </div>
  );
}
