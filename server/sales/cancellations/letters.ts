import { randomUUID } from 'node:crypto';
import type { NewMail } from '../../platform/mail/mailer.ts';
import { toBuyer } from '../order-views/core/letters.ts';
import type { Order } from '../orders/core/types.ts';
import type { ChosenPlaces } from './core/places.ts';

export type Letter = 'order_cancelled' | 'tickets_cancelled' | 'tickets_reactivated';

/**
 * The mail to the buyer about places of an order. An order can be cancelled, made valid and cancelled again, so each of
 * its mails has a key of its own.
 */
export const lettersOf = (order: Order, kind: Letter, { attendeeIds, lineIds }: ChosenPlaces): NewMail[] =>
  toBuyer(order, kind).map((mail) => ({
    ...mail,
    dedupeKey: `${kind}:${order.id}:${randomUUID()}`,
    data: { attendeeIds, lineIds },
  }));
