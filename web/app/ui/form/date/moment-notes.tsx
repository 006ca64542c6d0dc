import { useLingui } from '@lingui/react/macro';
import { timeZoneLabel, timeZoneParts } from '../../../platform/i18n/time-zone.ts';
import { clockChange, fromLocalTime, isSkippedTime } from '../../../platform/i18n/zoned-time.ts';
import styles from './moment-notes.module.css';
import { readDateText } from './read-text.ts';

const EPOCH = new Date(0).toISOString();

type MomentNotesProps = {
  value: string;
  timezone: string;
  /** Takes one of two equal times. */
  onChange: (value: string) => void;
};

/**
 * The zone beside a field, by the name that it has at this time: "Madrid time (CET, GMT+1)". Where clocks go back it
 * also asks which of two equal times is meant.
 */
export function MomentNotes({ value, timezone, onChange }: MomentNotesProps) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const read = readDateText(value, { locale, kind: 'moment' });
  const local = read.ok && !isSkippedTime(read.local, timezone) ? read.local : '';
  const instant = fromLocalTime(local, timezone);
  const change = clockChange(local, timezone);
  // Without a time its offset is open.
  const { city } = timeZoneParts(instant ?? EPOCH, { locale, timezone });
  const choice = (one: string) => {
    const at = fromLocalTime(one, timezone) ?? '';
    return (
      <button
        type="button"
        className={styles.one}
        aria-pressed={at === instant}
        onClick={() => onChange(one)}
      >
        {timeZoneParts(at, { locale, timezone }).names}
      </button>
    );
  };
  return (
    <>
      <span className={styles.zone}>
        {instant ? timeZoneLabel(i18n, instant, timezone) : city === 'UTC' ? city : t`${city} time`}
      </span>
      {change?.kind === 'twice' && (
        <span className={styles.twice}>
          {t`Clocks go back that night, so this time comes twice. Which one do you mean?`}
          <span className={styles.choice}>
            {choice(change.first)}
            {choice(change.second)}
          </span>
        </span>
      )}
    </>
  );
}
