import { Trans, useLingui } from '@lingui/react/macro';
import { canBuy, type PublicPrice, type SaleEvent } from '../selection.ts';
import styles from './row.module.css';
import { saleDate } from './sale-date.ts';

/** "Until 30 Apr", while a price that ends is on sale. */
export function UntilNote({ price, event }: { price: PublicPrice; event: SaleEvent }) {
  const { i18n } = useLingui();
  if (!price.saleEndsAt || !canBuy(price)) return null;
  // A sale that ends at midnight shows the day before.
  const last = new Date(Date.parse(price.saleEndsAt) - 1).toISOString();
  const day = saleDate({
    at: last,
    eventStartsAt: event.startsAt,
    timezone: event.timezone,
    locale: i18n.locale,
  });
  return (
    <small className={styles.until}>
      <Trans>Until {day}</Trans>
    </small>
  );
}
