import styles from './ghost-stub.module.css';
import { Stub } from './stub.tsx';

/** A ticket that nobody has filled in yet. */
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
