import { formatMoney } from '@entrada/contract/money';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { Space } from '../../../ui/space.tsx';
import { useCancellation } from '../../kit/cancellations/use-cancellation.tsx';
import { useEvent } from '../../kit/data/event.ts';
import { keys, touchedByOrders } from '../../kit/data/keys.ts';
import { useChange } from '../../kit/data/use-change.ts';
import { askFirst } from '../../kit/frame/confirm.tsx';
import { markPaid, type OrderView } from '../api.ts';
import styles from '../drawer.module.css';

type OfflineFooterProps = { view: OrderView; eventId: number; onDone: () => void };

/** The actions for an order that waits for an offline payment: mark it as paid, or cancel it. */
export function OfflineFooter({ view, eventId, onDone }: OfflineFooterProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const { order } = view;
  const isCalledOff = useEvent().calledOffAt !== null;
  const { reference, currency, buyer } = order;
  const amount = formatMoney({ minor: order.total, currency, locale: languageTag(i18n.locale) });
  const count = view.money.attendees.filter(({ status }) => status === 'awaiting_payment').length;
  // Another tab may have changed the order first, so it is read again after success and after errors.
  const touched = () => [keys.order(eventId, order.id), ...touchedByOrders(eventId)];
  const onError = () => {
    for (const queryKey of touched()) void client.invalidateQueries({ queryKey });
    return false;
  };
  const pay = useChange({
    run: () => markPaid(eventId, order.id),
    invalidates: touched,
    success: () => t`Order ${reference} is paid`,
    onDone,
    onError,
  });
  const cancellation = useCancellation(eventId, { onDone });
  const askPaid = () =>
    askFirst({
      title: (
        <Trans>
          Mark order <span className="reference">{reference}</span> as paid?
        </Trans>
      ),
      text: <Paid amount={amount} count={count} isCalledOff={isCalledOff} />,
      confirm: t`Mark as paid`,
      keep: t({ message: 'Not yet', context: 'mark as paid' }),
      tone: 'ink',
      isFinal: true,
      run: () => pay.start(undefined),
    });
  const askCancel = () =>
    cancellation.askCancel(
      { orderId: order.id, reference, ticket: null, count, hasMoney: false, email: buyer.email },
      <Plural
        value={count}
        one="# ticket never becomes valid, and its place goes back on sale."
        other="# tickets never become valid, and their places go back on sale."
      />,
    );
  const isBusy = pay.isPending || cancellation.isBusy;
  return (
    <footer className={styles.footer} data-bottom-bar>
      <Button disabled={isBusy} onClick={askCancel}>
        <Trans>Cancel order</Trans>
      </Button>
      <Button
        variant="ink"
        leftSection={<IconCash size={18} stroke={1.75} />}
        disabled={isBusy}
        onClick={askPaid}
      >
        <Trans>Mark as paid</Trans>
      </Button>
    </footer>
  );
}

/** What follows once an order is marked as paid. */
export function Paid({
  amount,
  count,
  isCalledOff,
}: {
  amount: string;
  count: number;
  isCalledOff: boolean;
}) {
  return (
    <>
      <Trans>You confirm that you have {amount}.</Trans>
      <Space />
      {!isCalledOff && (
        <Plural
          value={count}
          one="# ticket becomes valid and is mailed, and the sale is counted."
          other="# tickets become valid and are mailed, and the sale is counted."
        />
      )}
      <Space />
      <Trans>This cannot be undone, only refunded.</Trans>
    </>
  );
}
