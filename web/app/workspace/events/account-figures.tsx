import type { Figures } from '@entrada/contract/insight/figures';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ownTimeZone } from '../../platform/i18n/browser-zone.ts';
import { formatCount } from '../../platform/i18n/format.ts';
import { Money } from '../../ui/money.tsx';
import { KeptFigures } from '../kit/figures/kept.tsx';
import { Difference, Figure, FigureStrip } from '../kit/figures/strip.tsx';
import { useRead } from '../kit/reading/reads.ts';
import styles from './events.module.css';
import { accountFiguresRead } from './reads.ts';

/** The figures of the account in the last days, one strip for each currency. Nothing before the first sale. */
export function AccountFigures() {
  const { t } = useLingui();
  const query = useRead(accountFiguresRead);
  return (
    <KeptFigures query={query} timezone={ownTimeZone()} skeleton={null}>
      {({ days, currencies }) =>
        currencies.map(({ currency, figures, before }) => {
          const length = t`${plural(days, { one: 'Last day', other: 'Last # days' })}`;
          return (
            <section key={currency} className={styles.figures}>
              <h2>{currencies.length > 1 ? `${length} · ${currency}` : length}</h2>
              <Strip days={days} currency={currency} figures={figures} before={before} />
            </section>
          );
        })
      }
    </KeptFigures>
  );
}

type StripProps = { days: number; currency: string; figures: Figures; before: Figures };

function Strip({ days, currency, figures, before }: StripProps) {
  const { t, i18n } = useLingui();
  const count = (value: number) => formatCount(value, i18n.locale);
  const compared = (of: 'gross' | 'tickets' | 'orders' | 'visitors') => (
    <Difference value={figures[of]} before={before[of]}>
      {t`${plural(days, { one: 'vs the day before', other: 'vs # days before' })}`}
    </Difference>
  );
  return (
    <FigureStrip>
      <Figure label={<Trans>Gross sales</Trans>} more={compared('gross')}>
        <Money minor={figures.gross} currency={currency} />
      </Figure>
      <Figure label={<Trans>Tickets sold</Trans>} more={compared('tickets')}>
        {count(figures.tickets)}
      </Figure>
      <Figure label={<Trans>Orders</Trans>} more={compared('orders')}>
        {count(figures.orders)}
      </Figure>
      <Figure label={<Trans>Visitors</Trans>} more={compared('visitors')}>
        {count(figures.visitors)}
      </Figure>
    </FigureStrip>
  );
}
