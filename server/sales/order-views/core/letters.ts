import type { NewMail } from '../../../platform/mail/mailer.ts';
import type { Order } from '../../orders/core/types.ts';
import type { EventNotice } from '../notice-queries.ts';

type Letter = NewMail['kind'];
type About = Pick<Order, 'id' | 'accountId' | 'locale' | 'buyer'>;

/**
 * The mail to the buyer of an order, in the order's language; none while the buyer is unknown or has no address. Each `fact` is mailed
 * once. The `fact` is the order's id unless another id is given.
 */
export function toBuyer({ id, accountId, locale, buyer }: About, kind: Letter, fact = id): NewMail[] {
  if (!buyer?.email) return [];
  return [{ kind, dedupeKey: `${kind}:${fact}`, accountId, orderId: id, to: buyer.email, locale }];
}

/**
 * The mail to the organizer of an order's event, once for each order, in the language of the account's owner. Empty if
 * the organizer wants no mails.
 */
export function toOrganizer(
  { id, accountId, locale }: Omit<About, 'buyer'>,
  kind: Letter,
  notice: EventNotice | undefined,
): NewMail[] {
  if (!notice?.notifyOrganizer) return [];
  const { organizerEmail: to, teamLocale } = notice;
  return [{ kind, dedupeKey: `${kind}:${id}`, accountId, orderId: id, to, locale: teamLocale ?? locale }];
}
