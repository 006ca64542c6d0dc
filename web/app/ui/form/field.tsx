import { Trans } from '@lingui/react/macro';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { cx } from '../class-names.ts';
import { Space } from '../space.tsx';
import styles from './field.module.css';

export type FieldWords = {
  label: ReactNode;
  hint?: ReactNode;
  /** The error in the reader's language. It marks the control and is announced with it. */
  error?: ReactNode;
  /** Optional fields say so; required ones say nothing. */
  optional?: boolean;
};

/** The attributes of a field's control. They connect it to label, hint and error. */
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
        {label}
        {optional && <Optional />}
      </label>
      {children({ id: controlId, ...messages.aria })}
      {messages.content}
    </div>
  );
}

/** Stands directly behind a label. */
export function Optional() {
  return (
    <>
      <Space />
      <span className={styles.optional}>
        <Trans>(optional)</Trans>
      </span>
    </>
  );
}

/** Hint and error below a control, and the attributes that connect them to it. */
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
