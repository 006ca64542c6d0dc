import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Note } from './note.tsx';
import styles from './proof-check.module.css';

type ProofCheckProps = {
  /** Why there is a check. */
  children: ReactNode;
  onCancel: () => void;
};

/** Shown while a form waits for the proof of work that the server wants from this browser. */
export function ProofCheck({ children, onCancel }: ProofCheckProps) {
  return (
    <Note
      tone="info"
      announce
      action={
        <button type="button" className={styles.cancel} onClick={onCancel}>
          <Trans>Cancel</Trans>
        </button>
      }
    >
      {children}
      <span className={styles.track} aria-hidden="true">
        <span className={styles.bar} />
      </span>
    </Note>
  );
}
