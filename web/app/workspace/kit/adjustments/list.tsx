import { formatMoney } from '@entrada/contract/money';
import { settleAdjustment, waiveAdjustment } from '@entrada/contract/sales/moves/to-another-ticket';
import type { Adjustment } from '@entrada/contract/sales/orders';
import { asTyped } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { api } from '../../../platform/api/client.ts';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { keys, touchedByOrders } from '../data/keys.ts';
import { useChange } from '../data/use-change.ts';
import { askFirst } from '../frame/confirm.tsx';
import styles from './list.module.css';

type AdjustmentListProps = {
  of: { eventId: number; orderId: number };
  adjustments: readonly Adjustment[];
  currency: string;
  mayEdit: boolean;
  /** Whether the names of the attendees are told. */
  isOfMany: boolean;
};

/** The moves of attendees to other tickets, each with its difference and what became of it. */
export function AdjustmentList({ of, adjustments, currency, mayEdit, isOfMany }: AdjustmentListProps) {
  const { t, i18n } = useLingui();
  const { eventId, orderId } = of;
  const paramsOf = (id: number) => ({
    params: { eventId: String(eventId), orderId: String(orderId), adjustmentId: String(id) },
  });
  const invalidates = () => [keys.order(eventId, orderId), ...touchedByOrders(eventId)];
  const pay = useChange({
    run: (id: number) => api(settleAdjustment, paramsOf(id)),
    invalidates,
    success: () => t`The difference is marked as paid.`,
  });
  const waive = useChange({
    run: (id: number) => api(waiveAdjustment, paramsOf(id)),
    invalidates,
    success: () => t`The difference is waived.`,
  });
  const askWaive = (id: number, amount: string, name: string) =>
    askFirst({
      title: <Trans>Waive {amount}?</Trans>,
      text: (
        <Trans>
          {name} need not pay the difference any more. If it stands on an invoice, a credit note takes it off.
          This cannot be undone.
        </Trans>
      ),
      confirm: t`Waive the difference`,
      keep: t`Leave it open`,
      tone: 'ink',
      isFinal: true,
      run: () => waive.start(id),
    });
  return (
    <ul className={styles.list}>
      {adjustments.map((one) => {
        const amount = formatMoney({
          minor: Math.abs(one.difference),
          currency,
          locale: languageTag(i18n.locale),
        });
        const from = asTyped([one.from.ticketName, one.from.priceLabel]);
        const to = asTyped([one.to.ticketName, one.to.priceLabel]);
        return (
          <li key={one.id} className={styles.entry}>
            <div className={styles.words}>
              <span>
                {from} → {to}
              </span>
              {isOfMany && <span className={styles.detail}>{one.attendee.name}</span>}
              <span className={one.state === 'open' ? styles.open : styles.detail}>
                <Outcome adjustment={one} amount={amount} />
              </span>
            </div>
            {mayEdit && one.state === 'open' && (
              <div className={styles.actions}>
                <Button
                  size="sm"
                  loading={pay.isPending}
                  disabled={waive.isPending}
                  onClick={() => void pay.start(one.id)}
                >
                  <Trans>Mark as paid</Trans>
                </Button>
                <Button
                  size="sm"
                  loading={waive.isPending}
                  disabled={pay.isPending}
                  onClick={() => askWaive(one.id, amount, one.attendee.name)}
                >
                  <Trans>Waive</Trans>
                </Button>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Outcome({ adjustment, amount }: { adjustment: Adjustment; amount: string }) {
  const { settlement, state } = adjustment;
  if (settlement === 'none') return <Trans>No difference in price</Trans>;
  if (settlement === 'waived' || state === 'waived') return <Trans>Difference of {amount} waived</Trans>;
  if (state === 'open') return <Trans>Difference of {amount} to be paid</Trans>;
  if (settlement === 'owed') return <Trans>Difference of {amount} paid</Trans>;
  if (state === 'by_refund') return <Trans>Difference of {amount} given back by a refund</Trans>;
  return <Trans>Difference of {amount} given back by hand</Trans>;
}
