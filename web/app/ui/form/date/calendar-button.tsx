import { useLingui } from '@lingui/react/macro';
import { IconCalendar } from '@tabler/icons-react';
import { useHydrated } from '../../../platform/use-hydrated.ts';
import styles from '../input.module.css';

type CalendarButtonProps = { labelId: string; isOpen: boolean; onOpen: () => void };

/** Opens the calendar of a field. Without scripts there is none. */
export function CalendarButton({ labelId, isOpen, onOpen }: CalendarButtonProps) {
  const { t } = useLingui();
  if (!useHydrated()) return null;
  return (
    <button
      type="button"
      className={styles.inside}
      aria-label={t`Open calendar`}
      aria-describedby={labelId}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onOpen}
    >
      <IconCalendar size={16} stroke={1.75} aria-hidden="true" />
    </button>
  );
}
