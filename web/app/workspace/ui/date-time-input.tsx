import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { isSkippedTime } from '../../platform/zoned-time.ts';

type DateTimeInputProps = {
  label: ReactNode;
  /** A clock without a zone, as `datetime-local` has it; empty for none. */
  value: string;
  timezone: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  description?: ReactNode;
};

/** A day and a time on the clocks of a zone. */
export function DateTimeInput({ value, timezone, onChange, description, ...rest }: DateTimeInputProps) {
  const { t } = useLingui();
  const skipped = value !== '' && isSkippedTime(value, timezone);
  return (
    <TextInput
      type="datetime-local"
      max="9999-12-31T23:59"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={
        skipped ? t`Clocks go forward at this time; the next time that exists is used.` : description
      }
      {...rest}
    />
  );
}
