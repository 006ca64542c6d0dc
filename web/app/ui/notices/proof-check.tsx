import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Note } from './note.tsx';
import styles from './proof-check.module.css';

type ProofCheckProps = {
  /** Why there is a check. */
  children: ReactNode;
  onCancel: () => void;
};

/** Stands where a form waits for the work that the server asked of this browser. */
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
