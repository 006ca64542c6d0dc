import { withNote } from '@entrada/contract/words/side-by-side';
import { useLingui } from '@lingui/react/macro';
import { Select } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { timeZoneOption, timeZoneParts } from '../../../platform/i18n/time-zone.ts';

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
  const zones = useMemo(() => {
    const known = Intl.supportedValuesOf('timeZone');
    return [...new Set([value, 'UTC', ...known])].sort();
  }, [value]);
  const name = (timezone: string) => {
    const { city, names } = timeZoneParts(at, { locale: i18n.locale, timezone });
    return withNote(city, names, i18n.locale);
  };
  return (
    <Select
      label={label}
      error={error}
      searchable
      // Formatting the names of all zones takes a noticeable time, so only some options are rendered.
      limit={60}
      maxDropdownHeight={280}
      value={value}
      onChange={(zone) => zone && onChange(zone)}
      data={zones.map((zone) => ({
        value: zone,
        label: zone === value ? name(zone) : timeZoneOption(zone, i18n.locale),
      }))}
      renderOption={({ option }) => (
        <span>
          {timeZoneOption(option.value, i18n.locale)} (
          {timeZoneParts(at, { locale: i18n.locale, timezone: option.value }).names})
        </span>
      )}
      nothingFoundMessage={t`No time zone has this name.`}
      allowDeselect={false}
    />
  );
}
