import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ownTimeZone } from '../../platform/i18n/browser-zone.ts';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { Select } from '../../ui/form/select.tsx';

type ZoneFieldProps = {
  zones: string[];
  /** What is known of the zone so far; UTC means nothing is, and the browser is asked. */
  known: string;
  hint?: ReactNode;
  error?: ReactNode;
};

/** The choice of a time zone, starting with the visitor's own. */
export function ZoneField({ zones, known, hint, error }: ZoneFieldProps) {
  const { t } = useLingui();
  const isHydrated = useHydrated();
  const [chosen, setChosen] = useState<string | null>(null);
  const guess = isHydrated && known === 'UTC' ? ownTimeZone() : known;
  const value = chosen ?? guess;
  // The list is the server's: each browser knows slightly different zones.
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
          {zone.replaceAll('_', ' ')}
        </option>
      ))}
    </Select>
  );
}
