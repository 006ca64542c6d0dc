import { useLingui } from '@lingui/react/macro';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type InputHTMLAttributes, type Ref, useState } from 'react';
import { cx } from '../class-names.ts';
import { Field, type FieldWords } from './field.tsx';
import styles from './input.module.css';
import { useTypedOverLimit } from './over-limit.ts';

type PasswordInputProps = FieldWords &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { ref?: Ref<HTMLInputElement>; limit?: number };

/** A password field with a button that shows the password. */
export function PasswordInput(props: PasswordInputProps) {
  const { label, hint, error, optional, id, className, limit, ...rest } = props;
  const { t } = useLingui();
  const { over, onInput } = useTypedOverLimit({ limit, value: rest.value, defaultValue: rest.defaultValue });
  const [isShown, setShown] = useState(false);
  const Eye = isShown ? IconEyeOff : IconEye;
  return (
    <Field label={label} hint={hint} error={over ?? error} optional={optional} id={id}>
      {(control) => (
        <div className={cx(styles.input, styles.framed)}>
          <input
            autoComplete="current-password"
            {...rest}
            onInputCapture={onInput}
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
