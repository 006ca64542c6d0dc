import { Trans } from '@lingui/react/macro';
import styles from './live.module.css';
import { useLiveState } from './store.ts';

/** Whether the page updates itself, in quiet words. Its line is there from the beginning, so that nothing moves. */
export function LiveState() {
  const state = useLiveState();
  return (
    <p className={styles.state} data-state={state}>
      {state === 'live' && <Trans>Updates by itself</Trans>}
      {state === 'away' && <Trans>Reconnecting…</Trans>}
      {state === 'asking' && <Trans>Updates now and then</Trans>}
    </p>
  );
}

/** The same in the bar of narrow pages, only while it does not. */
export function LiveTrouble() {
  const state = useLiveState();
  if (state !== 'away' && state !== 'asking') return null;
  return (
    <span className={styles.trouble}>
      {state === 'away' ? <Trans>Reconnecting…</Trans> : <Trans>Updates now and then</Trans>}
    </span>
  );
}
