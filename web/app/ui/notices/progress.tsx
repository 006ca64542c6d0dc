import { Trans } from '@lingui/react/macro';
import { cx } from '../class-names.ts';
import styles from './progress.module.css';

type ProgressProps = {
  /** The measured value, for people who cannot see the bar. */
  label: string;
  value: number;
  /** null: no limit. */
  max: number | null;
  /** The most important bar of a view. */
  isKey?: boolean;
};

export function Progress({ label, value, max, isKey = false }: ProgressProps) {
  if (max === null) {
    return (
      <span className={styles.unlimited}>
        <Trans>No limit</Trans>
      </span>
    );
  }
  const share = max > 0 ? Math.min(100, (value / max) * 100) : 0;
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
    >
      <div className={cx(styles.bar, isKey && styles.key)} style={{ width: `${share}%` }} />
    </div>
  );
}
