import { type ReactNode, useId } from 'react';
import { cx } from '../class-names.ts';
import styles from './choice.module.css';
import { type FieldWords, Optional, useFieldMessages } from './field.tsx';

type RadioOption = { value: string; label: ReactNode; description?: ReactNode; disabled?: boolean };

type RadioGroupProps = FieldWords & {
  name: string;
  options: RadioOption[];
  value?: string | undefined;
  defaultValue?: string | undefined;
  onChange?: (value: string) => void;
  required?: boolean;
  disabled?: boolean;
};

/** A few choices. Exactly one can be selected. */
export function RadioGroup(props: RadioGroupProps) {
  const { label, hint, error, optional, name, options, value, defaultValue, onChange, required, disabled } =
    props;
  const id = useId();
  const messages = useFieldMessages(id, { hint, error });
  return (
    <fieldset className={styles.group} disabled={disabled} {...messages.aria}>
      <legend className={styles.legend}>
        {label} {optional && <Optional />}
      </legend>
      {options.map((option) => (
        <label key={option.value} className={cx(styles.choice, option.disabled && styles.off)}>
          <input
            type="radio"
            className={styles.dot}
            name={name}
            value={option.value}
            disabled={option.disabled}
            required={required}
            aria-invalid={error ? true : undefined}
            {...(value === undefined
              ? { defaultChecked: option.value === defaultValue }
              : { checked: option.value === value })}
            onChange={() => onChange?.(option.value)}
          />
          <span>
            {option.label}
            {option.description && <span className={styles.description}>{option.description}</span>}
          </span>
        </label>
      ))}
      {messages.content}
    </fieldset>
  );
}
