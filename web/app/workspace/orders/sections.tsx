import { personName } from '@entrada/contract/accounts/person-name';
import { mostUrgentDispute } from '@entrada/contract/sales/disputes';
import type { Refund } from '@entrada/contract/sales/refunds';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatDayTime } from '../../platform/i18n/format.ts';
import { Note } from '../../ui/notices/note.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { useEvent } from '../kit/data/event.ts';
import { OrderBadge } from '../kit/display/order-badge.tsx';
import { latePart } from '../kit/late/part.tsx';
import { RecordHistory } from '../kit/record/history.tsx';
import { RecordSection } from '../kit/record/section.tsx';
import { TicketChanges } from '../kit/record/ticket-changes.tsx';
import { OrderBar } from './actions/bar.tsx';
import type { OrderView } from './api.ts';
import { AttendeeList } from './attendee-list.tsx';
import { BuyerFacts } from './buyer/facts.tsx';
import { BuyerForm } from './buyer/form.tsx';
import { InvoicedTo } from './documents/invoiced-to.tsx';
import { DocumentList } from './documents/list.tsx';
import styles from './drawer.module.css';
import { OrderAnswers } from './given-answers.tsx';
import { OrderMails } from './mails.tsx';
import { OrderMoney } from './money.tsx';
import { PaymentRow } from './payment.tsx';
import { DisputeList } from './refunds/dispute-list.tsx';
import { RefundList } from './refunds/list.tsx';
import { undecidedDispute } from './refunds/lost.ts';
import type { LostDisputeCardProps } from './refunds/lost-dispute.tsx';
import { RequestCard } from './requests/card.tsx';

const LostDisputeCard = latePart<LostDisputeCardProps>(
  () => import('./refunds/lost-dispute.tsx').then((loaded) => loaded.LostDisputeCard),
  { Place: () => <Skeleton height={120} /> },
);

type OrderSectionsProps = {
  view: OrderView;
  eventId: number;
  timezone: string;
  mayEdit: boolean;
  /** Null if the user may not refund. */
  onTryAgain: ((failed: Refund) => void) | null;
  /** Null if the buyer is not edited. */
  edited: { startsAtEmail: boolean } | null;
  edit: (startsAtEmail?: boolean) => void;
  endEdit: () => void;
};

/** All sections about an order: what it costs, who bought it, who comes, the money, the mails, and what happened. */
export function OrderSections(props: OrderSectionsProps) {
  const { view, eventId, timezone, mayEdit, onTryAgain, edited, edit, endEdit } = props;
  const { order, money } = view;
  const of = { eventId, orderId: order.id };
  return (
    <>
      <div className={styles.head}>
        <OrderBadge badge={money.badge} dispute={mostUrgentDispute(money.disputes)} timezone={timezone} />
        <Bought order={order} timezone={timezone} />
      </div>
      <OrderBar
        view={view}
        eventId={eventId}
        mayEdit={mayEdit}
        isEdited={edited !== null}
        onEdit={() => edit()}
      />
      <AwaitedNote order={order} timezone={timezone} />
      {undecidedDispute(view) && <LostDisputeCard view={view} eventId={eventId} mayEdit={mayEdit} />}
      <RequestCard view={view} eventId={eventId} timezone={timezone} mayEdit={mayEdit} />
      <OrderMoney view={view} />
      <RecordSection title={<Trans>Buyer</Trans>}>
        {edited ? (
          <BuyerForm key={order.id} eventId={eventId} order={order} {...edited} close={endEdit} />
        ) : (
          <BuyerFacts order={order} />
        )}
      </RecordSection>
      {order.lines.some(({ admits }) => admits) && (
        <RecordSection title={<Trans>Attendees</Trans>} count={money.attendees.length}>
          <AttendeeList view={view} eventId={eventId} mayEdit={mayEdit} />
        </RecordSection>
      )}
      <TicketChanges
        of={of}
        adjustments={order.adjustments}
        currency={order.currency}
        mayEdit={mayEdit}
        isOfMany
      />
      <OrderAnswers view={view} eventId={eventId} mayEdit={mayEdit} />
      {money.disputes.length > 0 && (
        <RecordSection title={<Trans>Disputes</Trans>}>
          <DisputeList disputes={money.disputes} payment={order.payment} timezone={timezone} />
        </RecordSection>
      )}
      <RecordSection title={<Trans>Payments and refunds</Trans>}>
        <PaymentRow order={order} />
        {money.refunds.length > 0 && <RefundList money={money} timezone={timezone} onTryAgain={onTryAgain} />}
      </RecordSection>
      {(order.documents.length > 0 || order.invoicedTo) && (
        <RecordSection title={<Trans>Invoices and credit notes</Trans>}>
          <InvoicedTo key={order.id} order={order} eventId={eventId} mayEdit={mayEdit} />
          {order.documents.length > 0 && <DocumentList order={order} eventId={eventId} timezone={timezone} />}
        </RecordSection>
      )}
      <RecordSection title={<Trans>Emails</Trans>}>
        <OrderMails
          view={view}
          eventId={eventId}
          timezone={timezone}
          mayEdit={mayEdit}
          correct={edited ? null : () => edit(true)}
        />
      </RecordSection>
      <RecordHistory of={of} timezone={timezone} mayEdit={mayEdit} currency={order.currency} />
    </>
  );
}

/** Who started or bought the order, and when. */
function Bought({ order, timezone }: { order: OrderView['order']; timezone: string }) {
  const { i18n } = useLingui();
  const name = personName(order.buyer);
  const when = formatDayTime(order.createdAt, { locale: i18n.locale, timezone });
  return (
    <p className={styles.quiet}>
      {order.completedAt ? (
        <Trans>
          {name} bought this on {when}
        </Trans>
      ) : (
        <Trans>
          {name} started this on {when}
        </Trans>
      )}
    </p>
  );
}

/** Says until when an offline payment can arrive and what happens then. */
export function AwaitedNote({ order, timezone }: { order: OrderView['order']; timezone: string }) {
  const { i18n } = useLingui();
  const isCalledOff = useEvent().calledOffAt !== null;
  if (!order.offline?.isAwaited) return null;
  const due = formatDayTime(order.offline.dueAt, { locale: i18n.locale, timezone });
  return (
    <div className={styles.awaited}>
      <Note tone="attn">
        {order.offline.isOverdue ? (
          <Trans>
            The payment was due on {due}. The order is cancelled within a minute unless it is marked as paid.
          </Trans>
        ) : isCalledOff ? (
          <Trans>
            The buyer pays without a card, until {due}. Mark the order as paid once you have the money. If you
            have not by then, it is cancelled, and both of you are told.
          </Trans>
        ) : (
          <Trans>
            The buyer pays without a card, until {due}. Mark the order as paid once you have the money. If you
            have not by then, it is cancelled, its places go back on sale, and both of you are told.
          </Trans>
        )}
      </Note>
    </div>
  );
}
