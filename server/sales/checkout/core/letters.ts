import type { NewMail } from '../../../platform/mail/mailer.ts';
import { toBuyer } from '../../order-views/core/letters.ts';
import type { Order } from '../../orders/core/types.ts';

type Completed = Pick<Order, 'id' | 'accountId' | 'locale' | 'buyer'>;

/**
 * The mails about a completed order: the confirmation for the buyer, and one mail to each other address with all tickets
 * of that address. `issued`: the tickets of the order, in the order of their numbers.
 */
export function lettersOf(order: Completed, issued: readonly { id: number; email: string }[]): NewMail[] {
  const about = { accountId: order.accountId, orderId: order.id, locale: order.locale };
  const byAddress = new Map(issued.map((one) => [one.email.toLowerCase(), one] as const).reverse());
  byAddress.delete(order.buyer?.email.toLowerCase() ?? '');
  // Whoever was added by hand may have no address.
  byAddress.delete('');
  const tickets = [...byAddress.values()].map(({ id, email }): NewMail => {
    const dedupeKey = `attendee_ticket:${id}:1`;
    return { ...about, kind: 'attendee_ticket', dedupeKey, to: email, attendeeId: id };
  });
  return [...toBuyer(order, 'order_confirmation'), ...tickets];
}
