import { useLingui } from '@lingui/react/macro';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type InputHTMLAttributes, type Ref, useState } from 'react';
import { cx } from '../class-names.ts';
import { Field, type FieldWords } from './field.tsx';
import styles from './input.module.css';

type PasswordInputProps = FieldWords &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { ref?: Ref<HTMLInputElement> };

/** A password field with a button that shows the password. */
export function PasswordInput({ label, hint, error, optional, id, className, ...rest }: PasswordInputProps) {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  const Eye = isShown ? IconEyeOff : IconEye;
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id}>
      {(control) => (
        <div className={cx(styles.input, styles.framed)}>
          <input
            autoComplete="current-password"
            {...rest}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={className}
          />
          <button
            type="button"
            className={styles.inside}
            aria-label={isShown ? t`Hide password` : t`Show password`}
            onClick={() => setShown(!isShown)}
          >
            <Eye size={18} stroke={1.75} aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  );
}
