import { Trans, useLingui } from '@lingui/react/macro';
import { formatCount } from '../../../platform/i18n/format.ts';
import { Progress } from '../../../ui/notices/progress.tsx';
import styles from './sold.module.css';

type SoldProps = { name: string; sold: number; total: number | null; isKey?: boolean };

/** Shows "498 of 700" above a bar, or "63 sold, no limit". */
export function Sold({ name, sold, total, isKey = false }: SoldProps) {
  const { t } = useLingui();
  return (
    <div>
      <SoldWords sold={sold} total={total} />
      <div className={styles.bar}>
        <Progress label={t`Sold of ${name}`} value={sold} max={total} isKey={isKey} />
      </div>
    </div>
  );
}

export function SoldWords({ sold, total }: { sold: number; total: number | null }) {
  const { i18n } = useLingui();
  const count = formatCount(sold, i18n.locale);
  const most = total === null ? '' : formatCount(total, i18n.locale);
  return (
    <span className={styles.words}>
      {total === null ? (
        <Trans>
          <b>{count}</b> sold
        </Trans>
      ) : (
        <Trans>
          <b>{count}</b> of {most}
        </Trans>
      )}
    </span>
  );
}
