import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatDayTime } from '../../platform/i18n/format.ts';
import { timeZoneLabel } from '../../platform/i18n/time-zone.ts';
import { Money } from '../../ui/money.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { WriteTo } from '../../ui/write-to.tsx';
import styles from './offline.module.css';

type Offline = NonNullable<BuyerOrder['offline']>;

/** The deadline in the time zone of the event. */
function useDueDate(order: BuyerOrder, offline: Offline): string {
  const { i18n, t } = useLingui();
  const { timezone } = order.event;
  const at = formatDayTime(offline.dueAt, { locale: i18n.locale, timezone });
  const zone = timeZoneLabel(i18n, offline.dueAt, timezone);
  return t`${at}, ${zone}`;
}

/** How much is to be paid without a card, until when, and how. */
export function OfflineTerms({ order, offline }: { order: BuyerOrder; offline: Offline }) {
  const due = useDueDate(order, offline);
  return (
    <>
      <dl className={styles.terms}>
        <div>
          <dt>
            <Trans>Amount</Trans>
          </dt>
          <dd>
            <b>
              <Money minor={order.total} currency={order.currency} />
            </b>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Pay until</Trans>
          </dt>
          <dd className="num">{due}</dd>
        </div>
        <div>
          <dt>
            <Trans>Reference for the payment</Trans>
          </dt>
          <dd className="reference">{order.reference}</dd>
        </div>
      </dl>
      {offline.instructions && <RichText html={offline.instructions} className={styles.instructions} />}
    </>
  );
}

/** The same terms on the pages of an order that waits for its payment. */
export function AwaitedPayment({ order }: { order: BuyerOrder }) {
  const { offline } = order;
  const organizer = order.event.organizer.name;
  if (!offline?.isChosen) return null;
  if (order.event.isCalledOff)
    return (
      <p className={styles.after}>
        <Trans>
          If you have paid already, <WriteTo event={order.event}>write to {organizer}</WriteTo>.
        </Trans>
      </p>
    );
  return (
    <section className={styles.awaited} aria-labelledby="how-to-pay">
      <h2 id="how-to-pay">
        <Trans>How to pay</Trans>
      </h2>
      <OfflineTerms order={order} offline={offline} />
      <p className={styles.after}>
        <Trans>
          Your order becomes valid once {order.event.organizer.name} has your payment. If it has not come by
          then, it is cancelled.
        </Trans>
      </p>
    </section>
  );
}
