import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { fieldErrorMessage } from '../../../platform/api/error-messages.ts';
import { isSkippedTime } from '../../../platform/i18n/zoned-time.ts';

type DateTimeInputProps = {
  label: ReactNode;
  /** A local time without a zone, in the format of `datetime-local`. Empty for no time. */
  value: string;
  timezone: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  description?: ReactNode;
};

/** A field for a date and a time in the given time zone. */
export function DateTimeInput(given: DateTimeInputProps) {
  const { value, timezone, onChange, description, error, ...rest } = given;
  const { t, i18n } = useLingui();
  /** The date is partly typed. The browser gives such a field an empty value. */
  const [isUnfinished, setUnfinished] = useState(false);
  const unfinished = isUnfinished && fieldErrorMessage(i18n, { path: '', code: 'invalid_date' });
  const skipped = value !== '' && isSkippedTime(value, timezone);
  return (
    <TextInput
      type="datetime-local"
      max="9999-12-31T23:59"
      value={value}
      onChange={(event) => {
        setUnfinished(false);
        onChange(event.currentTarget.value);
      }}
      onBlur={(event) => setUnfinished(event.currentTarget.validity.badInput)}
      onInvalid={(event) => {
        event.preventDefault();
        setUnfinished(event.currentTarget.validity.badInput);
      }}
      error={unfinished || error}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={
        skipped ? t`Clocks go forward at this time; the next time that exists is used.` : description
      }
      {...rest}
    />
  );
}
