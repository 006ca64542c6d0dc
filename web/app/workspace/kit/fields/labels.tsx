import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { cx } from '../../../ui/class-names.ts';
import field from '../../../ui/form/field.module.css';
import { Space } from '../../../ui/space.tsx';
import styles from './labels.module.css';

/** A label that says that the field is optional. */
export function OptionalLabel({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Space />
      <span className={field.optional}>
        <Trans>(optional)</Trans>
      </span>
    </>
  );
}

/** A line of explanation. */
export const Hint = ({ children }: { children: ReactNode }) => <p className={field.hint}>{children}</p>;

/** A line of explanation below a field of a drawer, nearer to it than the next field is. */
export const FieldHint = ({ children }: { children: ReactNode }) => (
  <p className={cx(field.hint, styles.ofField)}>{children}</p>
);
