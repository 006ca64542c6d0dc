import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ownTimeZone } from '../../platform/i18n/browser-zone.ts';
import { timeZoneOption } from '../../platform/i18n/time-zone.ts';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { Select } from '../../ui/form/select.tsx';

type ZoneFieldProps = {
  zones: string[];
  /** The zone that is known so far. UTC means that none is known; then the browser's zone is used. */
  known: string;
  hint?: ReactNode;
  error?: ReactNode;
};

/** The choice of a time zone. It starts with the visitor's own zone. */
export function ZoneField({ zones, known, hint, error }: ZoneFieldProps) {
  const { t, i18n } = useLingui();
  const isHydrated = useHydrated();
  const [chosen, setChosen] = useState<string | null>(null);
  const guess = isHydrated && known === 'UTC' ? ownTimeZone() : known;
  const value = chosen ?? guess;
  // The server sends the list, because each browser knows slightly different zones.
  const options = zones.includes(guess) ? zones : [guess, ...zones];
  return (
    <Select
      label={t`Time zone`}
      name="timezone"
      value={value}
      onChange={(event) => setChosen(event.currentTarget.value)}
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
