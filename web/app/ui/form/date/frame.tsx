import { useId } from 'react';
import { cx } from '../../class-names.ts';
import { Field, type FieldWords } from '../field.tsx';
import styles from '../input.module.css';
import type { useDateField } from './use-date-field.tsx';

type DateFrameProps = Omit<FieldWords, 'error'> & {
  field: ReturnType<typeof useDateField>;
  id?: string;
  name: string;
  required?: boolean;
  className?: string | undefined;
};

/** A date field with the frame, the label and the messages of our own inputs. */
export function DateFrame({ field, label, hint, optional, id, className, ...attributes }: DateFrameProps) {
  const labelId = useId();
  return (
    <>
      <Field
        label={<span id={labelId}>{label}</span>}
        hint={hint}
        error={field.error}
        optional={optional}
        id={id}
      >
        {(control) => (
          <div className={cx(styles.input, styles.framed, className)}>
            <input {...attributes} {...field.input} {...control} />
            {field.button(labelId)}
          </div>
        )}
      </Field>
      {field.calendar(labelId)}
    </>
  );
}
