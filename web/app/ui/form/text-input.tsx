import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { cx } from '../class-names.ts';
import { Field, type FieldWords } from './field.tsx';
import styles from './input.module.css';

type TextInputProps = FieldWords &
  InputHTMLAttributes<HTMLInputElement> & {
    ref?: Ref<HTMLInputElement>;
    /** A symbol or unit inside the frame, before or after the text. */
    before?: ReactNode;
    after?: ReactNode;
  };

export function TextInput(props: TextInputProps) {
  const { label, hint, error, optional, id, before, after, className, ...rest } = props;
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id}>
      {(control) =>
        before || after ? (
          <div className={cx(styles.input, styles.framed)}>
            {before && <span className={styles.beside}>{before}</span>}
            <input type="text" {...rest} {...control} className={className} />
            {after && <span className={styles.beside}>{after}</span>}
          </div>
        ) : (
          <input type="text" {...rest} {...control} className={cx(styles.input, className)} />
        )
      }
    </Field>
  );
}

type TextAreaProps = FieldWords &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };

export function TextArea({ label, hint, error, optional, id, className, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id}>
      {(control) => (
        <textarea rows={3} {...rest} {...control} className={cx(styles.input, styles.area, className)} />
      )}
    </Field>
  );
}
