import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconMailForward, IconReceiptRefund } from '@tabler/icons-react';
import { useCancellation } from '../../kit/cancellations/use-cancellation.tsx';
import { askResend } from '../../kit/resends/ask-resend.tsx';
import type { OrderView } from '../api.ts';
import styles from '../drawer.module.css';
import { obstacleWords } from '../refunds/words.ts';
import { cancellableOrder } from './cancellable.ts';

type CompletedFooterProps = { view: OrderView; eventId: number; onRefund: () => void; onDone: () => void };

/** What can be done with an order that was complete: cancel it or make it valid again, refund it, and mail it again. */
export function CompletedFooter({ view, eventId, onRefund, onDone }: CompletedFooterProps) {
  const { i18n } = useLingui();
  const { order, money } = view;
  const { obstacle } = money;
  const { reference } = order;
  const { askCancel, askReactivate, mayReactivate, isBusy } = useCancellation(eventId, { onDone });
  return (
    <footer className={styles.footer} data-bottom-bar>
      {obstacle && <p className={styles.why}>{i18n._(obstacleWords[obstacle])}</p>}
      {order.isCompleted && (
        <Button variant="danger" disabled={isBusy} onClick={() => askCancel(cancellableOrder(view))}>
          <Trans>Cancel order</Trans>
        </Button>
      )}
      {mayReactivate && !order.isCompleted && order.completedAt && (
        <Button disabled={isBusy} onClick={() => askReactivate(cancellableOrder(view))}>
          <Trans>Make valid again</Trans>
        </Button>
      )}
      <Button
        leftSection={<IconReceiptRefund size={18} stroke={1.75} />}
        disabled={obstacle !== null}
        onClick={onRefund}
      >
        <Trans>Refund</Trans>
      </Button>
      {order.isCompleted && (
        <Button
          variant="ink"
          className={styles.main ?? ''}
          leftSection={<IconMailForward size={18} stroke={1.75} />}
          onClick={() =>
            askResend(
              { eventId, orderId: order.id, attendeeId: null, email: order.buyer.email },
              <Trans>
                Send order <span className="reference">{reference}</span> again?
              </Trans>,
            )
          }
        >
          <Trans>Send again</Trans>
        </Button>
      )}
    </footer>
  );
}
