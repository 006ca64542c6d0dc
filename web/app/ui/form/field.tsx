import { Trans } from '@lingui/react/macro';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { cx } from '../class-names.ts';
import styles from './field.module.css';

export type FieldWords = {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong, in the reader's words. Marks the control and is read out with it. */
  error?: ReactNode;
  /** Optional fields say so; required ones say nothing. */
  optional?: boolean;
};

/** What the control of a field must carry, so that label, hint and error belong to it. */
type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type FieldProps = FieldWords & { id?: string | undefined; children: (control: ControlProps) => ReactNode };

/** A label above, a control, and a hint or an error below. */
export function Field({ label, hint, error, optional, id, children }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const messages = useFieldMessages(controlId, { hint, error });
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={controlId}>
        {label} {optional && <Optional />}
      </label>
      {children({ id: controlId, ...messages.aria })}
      {messages.content}
    </div>
  );
}

export function Optional() {
  return (
    <span className={styles.optional}>
      <Trans>(optional)</Trans>
    </span>
  );
}

/** Hint and error below a control, and the attributes that tie them to it. */
export function useFieldMessages(controlId: string, { hint, error }: Pick<FieldWords, 'hint' | 'error'>) {
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const describedBy = cx(error ? errorId : undefined, hint ? hintId : undefined);
  const aria = {
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? (true as const) : undefined,
  };
  const content = (
    <>
      {error && (
        <p className={styles.error} id={errorId}>
          <IconAlertCircle size={16} stroke={2} aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
      {hint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
    </>
  );
  return { aria, content };
}
