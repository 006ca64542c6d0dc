import { personName } from '@entrada/contract/accounts/person-name';
import type { OrderRefunds } from '@entrada/contract/sales/refunds';
import type { Cancellable } from '../../kit/cancellations/use-cancellation.tsx';
import type { OrderView } from '../api.ts';

const facts = ({ order, money }: OrderView) => ({
  orderId: order.id,
  reference: order.reference,
  hasMoney: money.refundable > 0,
  email: order.buyer.email,
});

/** The order as a question about cancelling it or making it valid again needs it. */
export const cancellableOrder = (view: OrderView): Cancellable => ({
  ...facts(view),
  ticket: null,
  count: view.money.attendees.filter(({ status }) => (status === 'cancelled') !== view.order.isCompleted)
    .length,
});

/** One ticket of an order, likewise. */
export const cancellableTicket = (
  view: OrderView,
  attendee: OrderRefunds['attendees'][number],
): Cancellable => ({
  ...facts(view),
  hasMoney: attendee.unitTotal > 0 && !attendee.isRefunded && view.money.refundable > 0,
  ticket: { attendeeId: attendee.id, name: personName(attendee) },
  count: 1,
});
