import type { RefundRequest } from '@entrada/contract/sales/refund-requests/answers';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { formatDayTime } from '../../../platform/i18n/format.ts';
import { Money } from '../../../ui/money.tsx';
import { Note } from '../../../ui/notices/note.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { Space } from '../../../ui/space.tsx';
import { useEvent } from '../../kit/data/event.ts';
import { modals } from '../../kit/dialogs/modals.ts';
import { latePart } from '../../kit/late/part.tsx';
import type { OrderView } from '../api.ts';
import styles from '../drawer.module.css';
import type { AnswerProps } from './form.tsx';

const whyWords: Record<RefundRequest['why'], MessageDescriptor> = {
  policy: msg`You decide each time.`,
  checked_in: msg`Not done by itself: somebody has entered with one of the tickets.`,
  disputed: msg`Not done by itself: the payment was disputed.`,
  passed_on: msg`Not done by itself: somebody else had one of the tickets.`,
  moved: msg`Not done by itself: one of the tickets was moved to another one.`,
  started: msg`Not done by itself: the event had begun, earlier than at the purchase.`,
  paid_without_card: msg`Not done by itself: the order was paid without a card.`,
  not_possible: msg`Not done by itself: the payment provider cannot send this amount back.`,
};

const AnswerForm = latePart<AnswerProps>(() => import('./form.tsx').then((loaded) => loaded.AnswerForm), {
  Place: () => <Skeleton height={180} />,
});

function openAnswer(props: Omit<AnswerProps, 'close'>, title: string) {
  const id = modals.open({
    title,
    children: <AnswerForm {...props} close={() => modals.close(id)} />,
  });
}

type RequestCardProps = { view: OrderView; eventId: number; timezone: string; mayEdit: boolean };

/** What the buyer asks for, with both answers. Nothing if nothing waits. */
export function RequestCard({ view, eventId, timezone, mayEdit }: RequestCardProps) {
  const { i18n, t } = useLingui();
  const { order, requests } = view;
  const isCalledOff = useEvent().calledOffAt !== null;
  const request = requests.find(({ status }) => status === 'open');
  if (!request) return null;
  const when = formatDayTime(request.createdAt, { locale: i18n.locale, timezone });
  const amount = <Money minor={request.amount} currency={order.currency} />;
  const gone = <Money minor={request.refunded} currency={order.currency} />;
  const rest = <Money minor={request.amount - request.refunded} currency={order.currency} />;
  const props = { view, request, eventId, isCalledOff };
  return (
    <div className={styles.awaited}>
      <Note tone="attn">
        <b>
          <Trans>The buyer asks for {amount} back.</Trans>
        </b>
        <Space />
        <Plural
          value={request.attendeeIds.length}
          one={`For # ticket, on ${when}.`}
          other={`For # tickets, on ${when}.`}
        />
        {request.refunded > 0 && (
          <>
            <Space />
            <Trans>
              {gone} went back since, and {rest} is left to answer.
            </Trans>
          </>
        )}
        <span className={styles.detail}>{i18n._(whyWords[request.why])}</span>
        {request.reason && <p className={styles.quote}>{request.reason}</p>}
        {mayEdit && (
          <Group gap="xs" mt="sm">
            <Button
              variant="ink"
              onClick={() => openAnswer({ ...props, isApproval: true }, t`Approve what the buyer asks for`)}
            >
              <Trans>Approve</Trans>
            </Button>
            <Button
              onClick={() => openAnswer({ ...props, isApproval: false }, t`Decline what the buyer asks for`)}
            >
              <Trans>Decline</Trans>
            </Button>
          </Group>
        )}
      </Note>
    </div>
  );
}
