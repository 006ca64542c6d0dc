import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { cx } from '../class-names.ts';
import { Field, type FieldWords } from './field.tsx';
import styles from './input.module.css';
import { useTypedOverLimit } from './over-limit.ts';

type TextInputProps = FieldWords &
  InputHTMLAttributes<HTMLInputElement> & {
    ref?: Ref<HTMLInputElement>;
    /** A symbol or unit inside the frame, before or after the text. */
    before?: ReactNode;
    after?: ReactNode;
    /** The most characters that the form takes. A longer text stays, is counted, and is an error. */
    limit?: number;
  };

export function TextInput(props: TextInputProps) {
  const { label, hint, error, optional, id, before, after, className, limit, ...given } = props;
  const { over, onInput } = useTypedOverLimit({
    limit,
    value: given.value,
    defaultValue: given.defaultValue,
  });
  const rest = { ...given, onInputCapture: onInput };
  return (
    <Field label={label} hint={hint} error={over ?? error} optional={optional} id={id}>
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
  TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement>; limit?: number };

export function TextArea({ label, hint, error, optional, id, className, limit, ...given }: TextAreaProps) {
  const { over, onInput } = useTypedOverLimit({
    limit,
    value: given.value,
    defaultValue: given.defaultValue,
  });
  const rest = { ...given, onInputCapture: onInput };
  return (
    <Field label={label} hint={hint} error={over ?? error} optional={optional} id={id}>
      {(control) => (
        <textarea rows={3} {...rest} {...control} className={cx(styles.input, styles.area, className)} />
      )}
    </Field>
  );
}
