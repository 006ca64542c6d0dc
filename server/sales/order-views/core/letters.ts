import type { NewMail } from '../../../platform/mail/mailer.ts';
import type { Order } from '../../orders/core/types.ts';
import type { EventNotice } from '../notice-queries.ts';

type Letter = NewMail['kind'];
type About = Pick<Order, 'id' | 'accountId' | 'locale' | 'buyer'>;

/**
 * The mail to the buyer of an order, in the order's language; none while the buyer is not known. It is sent once for each
 * `fact`, which is the order unless another id is given.
 */
export function toBuyer({ id, accountId, locale, buyer }: About, kind: Letter, fact = id): NewMail[] {
  if (!buyer) return [];
  return [{ kind, dedupeKey: `${kind}:${fact}`, accountId, orderId: id, to: buyer.email, locale }];
}

/**
 * The mail to the organizer of an order's event, in the language of the account's owner, once for each order; none where
 * the organizer wants none.
 */
export function toOrganizer(
  { id, accountId, locale }: Omit<About, 'buyer'>,
  kind: Letter,
  notice: EventNotice | undefined,
): NewMail[] {
  if (!notice?.notifyOrganizer) return [];
  const { organizerEmail: to, ownerLocale } = notice;
  return [{ kind, dedupeKey: `${kind}:${id}`, accountId, orderId: id, to, locale: ownerLocale ?? locale }];
}
