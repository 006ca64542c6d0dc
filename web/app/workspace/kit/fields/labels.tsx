import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import styles from './labels.module.css';

/** A label that says that the field is optional. */
export function OptionalLabel({ children }: { children: ReactNode }) {
  return (
    <>
      {children}{' '}
      <span className={styles.optional}>
        <Trans>(optional)</Trans>
      </span>
    </>
  );
}
