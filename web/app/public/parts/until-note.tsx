import { Trans, useLingui } from '@lingui/react/macro';
import { formatShortDay } from '../../platform/format.ts';
import { canBuy, type PublicPrice } from '../selection.ts';
import styles from './ticket-row.module.css';

/** "Until 30 Apr 2027", while a price with an end is on sale. */
export function UntilNote({ price, timezone }: { price: PublicPrice; timezone: string }) {
  const { i18n } = useLingui();
  if (!price.saleEndsAt || !canBuy(price)) return null;
  const day = formatShortDay(price.saleEndsAt, { locale: i18n.locale, timezone });
  return (
    <small className={styles.until}>
      <Trans>Until {day}</Trans>
    </small>
  );
}
