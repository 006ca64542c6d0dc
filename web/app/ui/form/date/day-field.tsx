import { useState } from 'react';
import type { FieldWords } from '../field.tsx';
import { DateFrame } from './frame.tsx';
import { useDateField } from './use-date-field.tsx';

type DayFieldProps = FieldWords & {
  id?: string;
  name: string;
  required?: boolean;
  className?: string | undefined;
  /** A day, or what was typed. */
  defaultValue?: string;
};

/** A field for a day. It posts its text, which `readAnswer` turns into a day. */
export function DayField({ defaultValue = '', error, ...rest }: DayFieldProps) {
  const [value, setValue] = useState(defaultValue);
  const field = useDateField({ kind: 'day', value, onChange: setValue, error });
  return <DateFrame {...rest} field={field} />;
}
