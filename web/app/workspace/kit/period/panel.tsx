import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { DayInput } from '../fields/day-input.tsx';
import styles from './period.module.css';
import { isDay, type Period, PRESETS } from './range.ts';
import { presetNames } from './words.ts';

export type PeriodPanelProps = {
  period: Period;
  shown: { from: string; to: string } | undefined;
  choose: (period: Period) => void;
};

/** The usual spans of days, and two fields for others. */
export function PeriodPanel({ period, shown, choose }: PeriodPanelProps) {
  const { t, i18n } = useLingui();
  const preset = 'preset' in period ? period.preset : undefined;
  const [from, setFrom] = useState(shown?.from ?? '');
  const [to, setTo] = useState(shown?.to ?? '');
  const [wasAsked, setAsked] = useState(false);
  const isWhole = isDay(from) && isDay(to);
  const isBackwards = isWhole && from > to;
  return (
    <>
      <ul className={styles.presets}>
        {PRESETS.map((one) => (
          <li key={one}>
            <button
              type="button"
              className={styles.preset}
              aria-pressed={one === preset}
              onClick={() => choose({ preset: one })}
            >
              {i18n._(presetNames[one])}
              {one === preset && <IconCheck size={16} stroke={1.75} aria-hidden="true" />}
            </button>
          </li>
        ))}
      </ul>
      <form
        className={styles.own}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (isWhole && !isBackwards) choose({ from, to });
        }}
      >
        <DayInput
          label={t`From day`}
          value={from}
          onChange={setFrom}
          error={wasAsked && from === '' && t`Choose a day.`}
        />
        <DayInput
          label={t`Until day`}
          value={to}
          onChange={setTo}
          error={
            wasAsked &&
            (to === '' ? t`Choose a day.` : isBackwards && t`Choose a day that is not before the first one.`)
          }
        />
        <Button type="submit" variant="ink" fullWidth>
          <Trans>Show these days</Trans>
        </Button>
      </form>
    </>
  );
}
