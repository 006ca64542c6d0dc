import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isSkippedTime } from '../../../platform/i18n/zoned-time.ts';
import styles from './calendar.module.css';
import type { Day } from './month.ts';

type TimeListProps = {
  day: Day;
  /** "18:00"; empty if none is chosen. */
  time: string;
  timezone: string | undefined;
  /** Whether the list takes the focus, because the day is chosen. */
  takesFocus: boolean;
  onChoose: (time: string) => void;
};

const halfHours = Array.from(
  { length: 48 },
  (_, index) => `${String(Math.floor(index / 2)).padStart(2, '0')}:${index % 2 ? '30' : '00'}`,
);
/** Where the list begins if no time is chosen: in the evening, when most events start. */
const EVENING = '18:00';
const STEPS: Record<string, number> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
  PageUp: -6,
  PageDown: 6,
  Home: -100,
  End: 100,
};

/** The times of a day, each half hour, without those that clocks skip. Any other time can be typed. */
export function TimeList({ day, time, timezone, takesFocus, onChoose }: TimeListProps) {
  const { t } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  const times = [...new Set([...halfHours, ...(time ? [time] : [])])]
    .sort()
    .filter((one) => !timezone || !isSkippedTime(`${day}T${one}`, timezone));
  const [moved, setMoved] = useState('');
  const active = [moved, time, EVENING].find((one) => times.includes(one)) ?? times[0];
  const find = () => list.current?.querySelector<HTMLElement>('[data-active]');
  // Not a layout effect: the calendar around it is shown by then.
  useEffect(() => {
    const found = list.current?.querySelector<HTMLElement>('[data-active]');
    if (found && list.current) list.current.scrollTop = found.offsetTop - list.current.clientHeight / 2 + 18;
  }, []);
  useEffect(() => {
    if (takesFocus) list.current?.querySelector<HTMLElement>('[data-active]')?.focus();
  }, [takesFocus]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the keys
  useEffect(() => {
    if (moved) find()?.focus();
  }, [moved]);
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = times.indexOf(active ?? '') + step;
    setMoved(times[Math.max(0, Math.min(times.length - 1, at))] ?? '');
  };
  return (
    <div
      ref={list}
      role="listbox"
      aria-label={t`Time`}
      tabIndex={-1}
      className={styles.times}
      onKeyDown={press}
    >
      {times.map((one) => (
        <button
          key={one}
          type="button"
          role="option"
          aria-selected={one === time}
          tabIndex={one === active ? 0 : -1}
          data-active={one === active || undefined}
          className={styles.time}
          onClick={() => onChoose(one)}
        >
          {one}
        </button>
      ))}
    </div>
  );
}
