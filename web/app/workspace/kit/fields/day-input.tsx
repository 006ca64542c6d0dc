import { TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useDateField } from '../../../ui/form/date/use-date-field.tsx';

type DayInputProps = {
  label: ReactNode;
  /** A day, or the text that could not be read as one. Empty for none. */
  value: string;
  onChange: (day: string) => void;
  error?: ReactNode;
  /** Stands below the field, for example the zone of the day. */
  description?: ReactNode;
};

/** The field for a day, with the look of the workspace's other fields. */
export function DayInput({ label, value, onChange, error, description }: DayInputProps) {
  const labelId = useId();
  const field = useDateField({ kind: 'day', value, onChange, error });
  return (
    <>
      <TextInput
        {...field.input}
        label={label}
        labelProps={{ id: labelId }}
        error={field.error}
        description={description}
        rightSection={field.button(labelId)}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
      />
      {field.calendar(labelId)}
    </>
  );
}
