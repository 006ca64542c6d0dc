import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ownTimeZone } from '../../platform/i18n/browser-zone.ts';
import { timeZoneOption } from '../../platform/i18n/time-zone.ts';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { Select } from '../../ui/form/select.tsx';

/**
 * The zone of a form and how to change it. `known` is the zone that is known so far. UTC means that none is known; then
 * it starts with the visitor's own zone.
 */
export function useZone(known: string): [zone: string, set: (zone: string) => void] {
  const isHydrated = useHydrated();
  const [chosen, setChosen] = useState<string | null>(null);
  const guess = isHydrated && known === 'UTC' ? ownTimeZone() : known;
  return [chosen ?? guess, setChosen];
}

type ZoneFieldProps = {
  zones: string[];
  value: string;
  onChange: (zone: string) => void;
  hint?: ReactNode;
  error?: ReactNode;
};

/** The choice of a time zone. */
export function ZoneField({ zones, value, onChange, hint, error }: ZoneFieldProps) {
  const { t, i18n } = useLingui();
  // The server sends the list, because each browser knows slightly different zones.
  const options = zones.includes(value) ? zones : [value, ...zones];
  return (
    <Select
      label={t`Time zone`}
      name="timezone"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      hint={hint}
      error={error}
    >
      {options.map((zone) => (
        <option key={zone} value={zone}>
          {timeZoneOption(zone, i18n.locale)}
        </option>
      ))}
    </Select>
  );
}
