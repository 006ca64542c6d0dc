import { withNote } from '@entrada/contract/words/side-by-side';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { timeZoneOption, timeZoneParts } from '../../../platform/i18n/time-zone.ts';
import { Select } from '../menus/select.tsx';

type TimeZoneSelectProps = {
  value: string;
  /** The time that decides whether a zone shows its summer or its winter name. */
  at: string;
  onChange: (value: string) => void;
  label: ReactNode;
  error?: ReactNode;
};

export function TimeZoneSelect({ value, at, onChange, label, error }: TimeZoneSelectProps) {
  const { t, i18n } = useLingui();
  const name = (timezone: string) => {
    const { city, names } = timeZoneParts(at, { locale: i18n.locale, timezone });
    return withNote(city, names, i18n.locale);
  };
  return (
    <Select
      label={label}
      error={error}
      // Formatting the names of all zones takes a noticeable time, so only some options are rendered.
      limit={60}
      maxDropdownHeight={280}
      value={value}
      onChange={(zone) => zone && onChange(zone)}
      shown={name(value)}
      choices={() =>
        [...new Set([value, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort().map((zone) => ({
          value: zone,
          label: zone === value ? name(zone) : timeZoneOption(zone, i18n.locale),
        }))
      }
      renderOption={({ option }) => (
        <span>
          {timeZoneOption(option.value, i18n.locale)} (
          {timeZoneParts(at, { locale: i18n.locale, timezone: option.value }).names})
        </span>
      )}
      nothingFoundMessage={t`No time zone has this name.`}
    />
  );
}
