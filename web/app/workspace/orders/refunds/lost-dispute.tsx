import { dismissDispute } from '@entrada/contract/sales/refunds';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { Money } from '../../../ui/money.tsx';
import { Note } from '../../../ui/notices/note.tsx';
import { Space } from '../../../ui/space.tsx';
import { useCancellation } from '../../kit/cancellations/use-cancellation.tsx';
import { keys, touchedByOrders } from '../../kit/data/keys.ts';
import { useChange } from '../../kit/data/use-change.ts';
import { cancellableOrder } from '../actions/cancellable.ts';
import type { OrderView } from '../api.ts';
import styles from '../drawer.module.css';
import { undecidedDispute, validTickets } from './lost.ts';

export type LostDisputeCardProps = { view: OrderView; eventId: number; mayEdit: boolean };

/** Asks what becomes of tickets whose money a bank took back. For an order with an `undecidedDispute`. */
export function LostDisputeCard({ view, eventId, mayEdit }: LostDisputeCardProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { order } = view;
  const lost = undecidedDispute(view);
  const valid = validTickets(view);
  const cancellation = useCancellation(eventId);
  const keep = useChange({
    run: (disputeId: number) =>
      api(dismissDispute, {
        params: { eventId: String(eventId), orderId: String(order.id), disputeId: String(disputeId) },
      }),
    invalidates: ({ data: fresh }) => {
      const key = keys.order(eventId, order.id);
      client.setQueryData<OrderView>(key, (old) => old && { ...old, money: fresh });
      return [key, ...touchedByOrders(eventId)];
    },
    success: () => t`The tickets stay valid`,
  });
  if (!lost) return null;
  const isBusy = cancellation.isBusy || keep.isPending;
  return (
    <div className={styles.awaited}>
      <Note tone="attn">
        <b>
          <Trans>
            The buyer’s bank took back <Money minor={lost.amount} currency={lost.currency} />.
          </Trans>
        </b>
        <Space />
        <Plural
          value={valid}
          one="# ticket of this order still lets somebody in. Cancel it? Its place goes back on sale."
          other="# tickets of this order still let people in. Cancel them? Their places go back on sale."
        />
        {mayEdit && (
          <Group gap="xs" mt="sm">
            <Button
              variant="ink"
              disabled={isBusy}
              onClick={() => cancellation.askCancel(cancellableOrder(view))}
            >
              <Trans>Cancel the tickets</Trans>
            </Button>
            <Button disabled={isBusy} onClick={() => void keep.start(lost.id)}>
              <Trans>Let them stay valid</Trans>
            </Button>
          </Group>
        )}
      </Note>
    </div>
  );
}
