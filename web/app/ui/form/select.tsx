import { IconChevronDown } from '@tabler/icons-react';
import type { Ref, SelectHTMLAttributes } from 'react';
import { cx } from '../class-names.ts';
import { Field, type FieldWords } from './field.tsx';
import styles from './input.module.css';

type SelectProps = FieldWords & SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> };

/** The browser's own select, whose list works on every device. Takes `<option>` children. */
export function Select({ label, hint, error, optional, id, className, children, ...rest }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id}>
      {(control) => (
        <div className={styles.wrap}>
          <select {...rest} {...control} className={cx(styles.input, styles.select, className)}>
            {children}
          </select>
          <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
        </div>
      )}
    </Field>
  );
}
