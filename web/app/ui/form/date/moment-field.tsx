import { type ReactNode, useState } from 'react';
import type { FieldWords } from '../field.tsx';
import { DateFrame } from './frame.tsx';
import { MomentNotes } from './moment-notes.tsx';
import { useDateField } from './use-date-field.tsx';

type MomentFieldProps = FieldWords & {
  label: string;
  name: string;
  timezone: string;
  /** A local time of the zone, or what was typed. */
  defaultValue?: string | undefined;
  hint?: ReactNode;
};

/** A field for a date and a time in a zone. It posts its text, so that its form works without scripts. */
export function MomentField({ name, timezone, defaultValue = '', hint, error, ...words }: MomentFieldProps) {
  const [value, setValue] = useState(defaultValue);
  const field = useDateField({ kind: 'moment', value, timezone, onChange: setValue, error });
  const notes = (
    <>
      <MomentNotes value={value} timezone={timezone} onChange={setValue} />
      {hint}
    </>
  );
  return <DateFrame {...words} field={field} name={name} hint={notes} />;
}
