import styles from './ghost-stub.module.css';
import { Stub } from './stub.tsx';

/** An empty ticket, for screens without tickets. */
export function GhostStub() {
  return (
    <Stub
      orientation="horizontal"
      className={styles.ghost ?? ''}
      main={
        <div className={styles.lines} aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
      }
      end={<i className={styles.code} aria-hidden="true" />}
    />
  );
}
