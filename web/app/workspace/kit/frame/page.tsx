import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import { formatCount } from '../../../platform/i18n/format.ts';
import { cx } from '../../../ui/class-names.ts';
import styles from './page.module.css';

type PageHeaderProps = {
  title: ReactNode;
  /** The parts of the title in the browser's tab, most specific first. */
  tab: string[];
  count?: number | undefined;
  badge?: ReactNode;
  meta?: ReactNode;
  actions?: ReactNode;
  align?: 'center' | 'end';
  /** On a phone, a header of one line: the rows of the list below begin higher up. */
  isLow?: boolean;
};

/** On a phone a page with a name of so many letters writes it smaller, so that it fits one line. */
const LONG = 20;

/** The header of a page: its name, details about it, and actions at the right. */
export function PageHeader(props: PageHeaderProps) {
  const { title, tab, count, badge, meta, actions, align = 'center', isLow = false } = props;
  const { i18n } = useLingui();
  return (
    <div className={cx(styles.header, align === 'end' && styles.end, isLow && styles.low)}>
      <title>{[...tab, 'Entrada'].join(' · ')}</title>
      <div className={styles.words}>
        <div className={styles.titleRow}>
          <h1 className={styles.title} data-long={(tab[0] ?? '').length >= LONG || undefined}>
            {title}
          </h1>
          {count !== undefined && <span className={styles.count}>{formatCount(count, i18n.locale)}</span>}
          {badge}
        </div>
        {meta && <p className={styles.meta}>{meta}</p>}
      </div>
      {actions && (
        <div className={styles.actions} data-symbols={isLow || undefined}>
          {actions}
        </div>
      )}
    </div>
  );
}
