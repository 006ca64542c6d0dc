import { TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { MomentNotes } from '../../../ui/form/date/moment-notes.tsx';
import { useDateField } from '../../../ui/form/date/use-date-field.tsx';

type DateTimeInputProps = {
  label: ReactNode;
  /** A local time of the zone, or the text that could not be read as one. Empty for no time. */
  value: string;
  timezone: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  description?: ReactNode;
};

/** The field for a date and a time in the given time zone, with the look of the workspace's other fields. */
export function DateTimeInput({ label, value, timezone, onChange, error, description }: DateTimeInputProps) {
  const labelId = useId();
  const field = useDateField({ kind: 'moment', value, timezone, onChange, error });
  return (
    <>
      <TextInput
        {...field.input}
        label={label}
        labelProps={{ id: labelId }}
        error={field.error}
        rightSection={field.button(labelId)}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={
          <>
            <MomentNotes value={value} timezone={timezone} onChange={onChange} />
            {description}
          </>
        }
      />
      {field.calendar(labelId)}
    </>
  );
}
