import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { cx } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import styles from './strip.module.css';

type FigureStripProps = {
  /** Smaller figures, for five and more beside one another. */
  isDense?: boolean;
  children: ReactNode;
};

/** A row of figures between two hairlines. */
export function FigureStrip({ isDense = false, children }: FigureStripProps) {
  return <dl className={cx(styles.strip, isDense && styles.dense)}>{children}</dl>;
}

type FigureProps = {
  label: ReactNode;
  /** Nothing while it loads. */
  children: ReactNode;
  /** Lines below the figure. */
  more?: ReactNode;
};

/** One figure of a strip. Its second line says what it is compared with. */
export function Figure({ label, children, more }: FigureProps) {
  return (
    <div className={styles.cell}>
      <dt>{label}</dt>
      <dd>
        <div className={styles.figure}>{children ?? <Skeleton width={96} height={32} />}</div>
        {more && <div className={styles.more}>{more}</div>}
      </dd>
    </div>
  );
}

/** A green dot before the label of a figure that is about this moment. */
export function NowDot() {
  return <i className={styles.now} aria-hidden="true" />;
}

type DifferenceProps = {
  value: number;
  /** What it is compared with. */
  before: number;
  /** Names that: "vs 30 days before". */
  children: ReactNode;
};

/** By how much a figure is more or less than before, in percent. Nothing if there was nothing before. */
export function Difference({ value, before, children }: DifferenceProps) {
  const { t, i18n } = useLingui();
  if (before <= 0) return null;
  const share = (value - before) / before;
  const percent = new Intl.NumberFormat(languageTag(i18n.locale), {
    style: 'percent',
    maximumFractionDigits: Math.abs(share) < 10 ? 1 : 0,
  })
    .format(Math.abs(share))
    .replace(/[\u00a0\u202f]/g, ' ');
  const isLess = share < 0;
  const Arrow = isLess ? IconArrowDownRight : IconArrowUpRight;
  return (
    <span className={styles.difference}>
      {share === 0 ? (
        <Trans>As much as</Trans>
      ) : (
        <span className={isLess ? styles.down : styles.up}>
          <Arrow size={14} stroke={2} aria-label={isLess ? t`down by` : t`up by`} role="img" />
          {percent}
        </span>
      )}{' '}
      {children}
    </span>
  );
}
