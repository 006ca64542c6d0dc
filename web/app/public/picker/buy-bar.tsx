import type { PricedOrder } from '@entrada/contract/pricing';
import { Plural, Trans } from '@lingui/react/macro';
import { Money } from '../../ui/money.tsx';
import styles from './buy-bar.module.css';
import { ContinueButton, type ContinueProps } from './continue-button.tsx';
import type { SaleEvent } from './selection.ts';

/** On narrow screens, always at the bottom: quantity, total and Continue. */
export function BuyBar(props: { event: SaleEvent; priced: PricedOrder; button: ContinueProps }) {
  const { event, priced, button } = props;
  const count = priced.lines.reduce((sum, line) => sum + line.quantity, 0);
  return (
    <div className={styles.bar}>
      <div className={styles.scripted}>
        <span className={styles.count}>
          {count === 0 ? (
            <Trans>Choose tickets</Trans>
          ) : priced.fees > 0 ? (
            <Plural value={count} one="# item, fees included" other="# items, fees included" />
          ) : (
            <Plural value={count} one="# item" other="# items" />
          )}
        </span>
        <b className={styles.figure}>
          <Money minor={priced.total} currency={event.currency} />
        </b>
      </div>
      <ContinueButton {...button} />
    </div>
  );
}
