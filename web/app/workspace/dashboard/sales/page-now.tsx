import type { EventDetail } from '@entrada/contract/catalog/events';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatCount } from '../../../platform/i18n/format.ts';
import { useKeptRead } from '../../kit/reading/kept-read.ts';
import { useChoice } from '../choice.ts';
import styles from '../dashboard.module.css';
import { figuresRead } from '../reads.ts';

/** Who is on the page of the event, and how far they are. */
export function PageNow({ event }: { event: EventDetail }) {
  const { i18n } = useLingui();
  const now = useKeptRead(figuresRead(event, useChoice().choice)).data?.now;
  if (!now || event.status !== 'public') return null;
  const count = (value: number) => formatCount(value, i18n.locale);
  return (
    <section className={styles.cell} aria-labelledby="page-now">
      <div className={styles.cellHead}>
        <h2 id="page-now">
          <Trans>On the page now</Trans>
        </h2>
        <span className={styles.quiet}>{count(now.visitors)}</span>
      </div>
      <dl className={styles.now}>
        <dt>
          <Trans>Reading and choosing</Trans>
        </dt>
        <dd>{count(Math.max(0, now.visitors - now.fillingIn - now.paying))}</dd>
        <dt>
          <Trans>Filling in details</Trans>
        </dt>
        <dd>{count(now.fillingIn)}</dd>
        <dt>
          <Trans>Paying</Trans>
        </dt>
        <dd>{count(now.paying)}</dd>
      </dl>
      <p className={styles.footnote}>
        <Trans>Visitors of the last five minutes, counted without cookies.</Trans>
      </p>
    </section>
  );
}
