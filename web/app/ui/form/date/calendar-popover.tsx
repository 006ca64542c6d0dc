import { useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { ownTimeZone } from '../../../platform/i18n/browser-zone.ts';
import { toLocalTime } from '../../../platform/i18n/zoned-time.ts';
import styles from './calendar.module.css';
import { CalendarMonth } from './calendar-month.tsx';
import type { Day } from './month.ts';
import { type DateKind, readDateText } from './read-text.ts';
import { TimeList } from './time-list.tsx';
import { writeDateText } from './write-text.ts';

type CalendarPopoverProps = {
  kind: DateKind;
  value: string;
  timezone: string | undefined;
  labelId: string;
  input: RefObject<HTMLInputElement | null>;
  /** Types a text into the field. */
  write: (text: string) => void;
  onClose: () => void;
};

/** The calendar of a field, below it; on a phone at the bottom of the screen. With a list of times beside it. */
export default function CalendarPopover({
  kind,
  value,
  timezone,
  labelId,
  input,
  write,
  onClose,
}: CalendarPopoverProps) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const popover = useRef<HTMLDivElement>(null);
  const read = readDateText(value, { locale, kind });
  const chosen = read.ok ? read.local : (read.day ?? '');
  const [today] = useState(() =>
    toLocalTime(new Date().toISOString(), timezone ?? ownTimeZone()).slice(0, 10),
  );
  const [active, setActive] = useState<Day>(chosen.slice(0, 10) || today);
  const [isAtTime, setAtTime] = useState(false);
  useLayoutEffect(() => {
    const field = input.current;
    const element = popover.current;
    if (!field || !element) return;
    element.showPopover();
    const put = () => place(element, field);
    put();
    element.querySelector<HTMLElement>('[data-active]')?.focus();
    window.addEventListener('scroll', put, true);
    window.addEventListener('resize', put);
    return () => {
      window.removeEventListener('scroll', put, true);
      window.removeEventListener('resize', put);
    };
  }, [input]);
  const close = () => popover.current?.hidePopover();
  const choose = (day: Day) => {
    const time = chosen.slice(10);
    write(writeDateText(`${day}${time}`, locale));
    setActive(day);
    if (kind === 'day') close();
    else setAtTime(true);
  };
  const chooseTime = (time: string) => {
    write(writeDateText(`${chosen.slice(0, 10) || active}T${time}`, locale));
    close();
  };
  return (
    <div
      ref={popover}
      popover="auto"
      role="dialog"
      aria-modal="true"
      aria-labelledby={labelId}
      className={styles.popover}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      onKeyDown={(event) => popover.current && keepFocus(event, popover.current)}
      // Escape closes the calendar and not the drawer around it.
      onFocusCapture={({ target }) => target.setAttribute('data-mantine-stop-propagation', 'true')}
    >
      <CalendarMonth
        {...{ today, active, onMove: setActive, onChoose: choose }}
        chosen={chosen.slice(0, 10)}
        past={PAST[kind]}
      />
      {kind === 'moment' && (
        <TimeList
          day={chosen.slice(0, 10) || active}
          time={chosen.slice(11, 16)}
          timezone={timezone}
          takesFocus={isAtTime}
          onChoose={chooseTime}
        />
      )}
      <button type="button" className={styles.close} aria-label={t`Close`} onClick={close}>
        <IconX size={20} stroke={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}

/** Years back: a birthday lies further back than a sale. */
const PAST: Record<DateKind, number> = { day: 120, moment: 5 };
const GAP = 4;

/** Puts the calendar below its field, or above it where there is more room. A phone's styles do not use this. */
function place(popover: HTMLElement, field: HTMLElement) {
  const frame = (field.parentElement ?? field).getBoundingClientRect();
  const { width, height } = popover.getBoundingClientRect();
  const { innerWidth, innerHeight } = window;
  const isAbove = frame.bottom + height + GAP > innerHeight && frame.top > innerHeight - frame.bottom;
  const top = isAbove ? frame.top - height - GAP : frame.bottom + GAP;
  const within = (at: number, size: number, room: number) => Math.max(GAP, Math.min(at, room - size - GAP));
  popover.style.setProperty('--left', `${within(frame.left, width, innerWidth)}px`);
  popover.style.setProperty('--top', `${within(top, height, innerHeight)}px`);
}

/** Tab goes round inside. Keys are no business of the form around it. */
function keepFocus(event: KeyboardEvent, popover: HTMLElement) {
  if (event.key !== 'Tab') return;
  const stops = [...popover.querySelectorAll<HTMLElement>('button, select')].filter(
    (one) => one.tabIndex >= 0 && one.offsetParent !== null,
  );
  const end = event.shiftKey ? stops[0] : stops.at(-1);
  event.stopPropagation();
  if (document.activeElement !== end) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}
