import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconWifiOff } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import { errorMessage } from '../../platform/api/error-messages.ts';
import { isConnectionError } from '../attempt.ts';
import styles from './screen.module.css';

type AttemptFailedProps = { error: unknown; onRetry: () => void; onDrop: () => void };

/** No answer arrived, so nobody knows yet whether the guest may enter. A retry never counts twice. */
export function AttemptFailed({ error, onRetry, onDrop }: AttemptFailedProps) {
  const { i18n } = useLingui();
  const wordsId = useId();
  const retry = useRef<HTMLButtonElement>(null);
  const isLost = isConnectionError(error);
  const Icon = isLost ? IconWifiOff : IconAlertTriangle;
  useEffect(() => retry.current?.focus({ preventScroll: true }), []);
  return (
    <section className={styles.verdict} data-tone="lost" data-verdict="failed">
      <div className={styles.content}>
        <div id={wordsId} role="alert" aria-atomic="true">
          <span className={styles.icon}>
            <Icon size={56} stroke={1.75} aria-hidden="true" />
          </span>
          <p className={styles.lead}>
            <Trans>No answer</Trans>
          </p>
          <h2 className={styles.name}>
            <Trans>Could not check in</Trans>
          </h2>
          <p className={styles.why}>
            {isLost ? (
              <Trans>
                Scanning needs the connection. We try again by ourselves as soon as it is back. A repeat never
                counts twice.
              </Trans>
            ) : (
              errorMessage(i18n, error)
            )}
          </p>
        </div>
      </div>
      <div className={styles.actions}>
        <button type="button" className={styles.second} onClick={onDrop}>
          <Trans>Scan another ticket</Trans>
        </button>
        <button
          ref={retry}
          type="button"
          className={styles.first}
          aria-describedby={wordsId}
          onClick={onRetry}
        >
          <Trans>Try again</Trans>
        </button>
      </div>
    </section>
  );
}
