import { randomUUID } from 'node:crypto';
import type { OutputOf } from '@entrada/contract/endpoint';
import type { changeBuyer as changeEndpoint } from '@entrada/contract/sales/buyers';
import type { z } from 'zod';
import type { Tx } from '../../db/client.ts';
import { audit, changes } from '../../platform/audit.ts';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { fail, failFields } from '../../platform/errors.ts';
import { liftBounces } from '../../platform/mail/left-alone.ts';
import { type NewMail, queueMails } from '../../platform/mail/mailer.ts';
import { inTurn } from '../../platform/turns.ts';
import { moveAttendees } from '../email-corrections/queries.ts';
import { whyBuyerStays } from '../order-views/core/email-correction.ts';
import { toBuyer } from '../order-views/core/letters.ts';
import { showOrderDetail } from '../order-views/detail.ts';
import type { Order } from '../orders/core/types.ts';
import { personErrors } from '../orders/person-limits.ts';
import { findOrderOfEvent, lockById } from '../orders/queries.ts';
import { type Buyer, writeBuyer } from './queries.ts';

type At = { eventId: number; orderId: number };
type Wish = z.output<(typeof changeEndpoint)['body']>;
type Detail = OutputOf<typeof changeEndpoint>['data'];

/** What a change of the buyer mails: the order once more if it is wanted, and a word to the address that is no longer. */
function mailsOf(before: Order, after: Order, wish: { resend: boolean; isMoved: boolean }): NewMail[] {
  const again = after.status === 'completed' ? 'order_confirmation' : 'order_awaiting_payment';
  const told = toBuyer(before, 'order_email_corrected').map((mail) => ({
    ...mail,
    data: { byOrganizer: true },
  }));
  return [...(wish.resend ? toBuyer(after, again) : []), ...(wish.isMoved ? told : [])].map((mail) => ({
    ...mail,
    dedupeKey: `${mail.kind}:${after.id}:buyer-${randomUUID()}`,
  }));
}

/** A person may have only so many of a ticket. Cancelled orders do not count. */
async function refuseTooMany(tx: Tx, order: Order): Promise<void> {
  if (order.status === 'cancelled') return;
  const errors = (await personErrors(tx, [order])).get(order.id);
  if (errors) throw failFields(errors);
}

/**
 * Changes the names, the address or the language of an order's buyer. Attendees with the old address get the new one,
 * and the old address is told without naming the new one. The codes of the tickets stay. An issued invoice stays as it
 * is. The present values change nothing. `resend` mails the order to the buyer as they are now. `mayMail` counts that
 * mail and throws RATE_LIMITED. Locks the order. Throws NOT_FOUND, `whyBuyerStays`, STALE_VERSION, ORDER_CANCELLED for
 * `resend`, VALIDATION_FAILED if the person would have too many of a ticket.
 */
export async function changeBuyer(
  ctx: Ctx,
  at: At,
  { version, resend, ...wanted }: Wish,
  mayMail: (email: string) => void,
): Promise<Detail> {
  const scope = scopeOf(ctx.actor);
  await inTurn(ctx.db, [`order ${at.orderId}`], async (tx) => {
    const found = await findOrderOfEvent(tx, scope, at.eventId, at.orderId);
    const order = found && (await lockById(tx, found.id));
    if (!order?.buyer) throw fail('NOT_FOUND');
    const obstacle = whyBuyerStays(order);
    if (obstacle) throw fail(obstacle);
    if (order.buyerVersion !== version) throw fail('STALE_VERSION');
    if (resend && order.status === 'cancelled') throw fail('ORDER_CANCELLED');
    const before: Buyer = { ...order.buyer, locale: order.locale };
    // Who was added by hand without an address needs none.
    if (wanted.email === '' && (before.email !== '' || resend))
      throw failFields([{ path: 'email', code: 'required' }]);
    const { locale, ...buyer } = wanted;
    const after: Order = { ...order, buyer, locale };
    const changed = changes(before, wanted);
    // The same address in other letters is written, but nobody is told. An order added by hand may have had none.
    const isMoved = before.email.toLowerCase() !== wanted.email.toLowerCase();
    if (isMoved) await refuseTooMany(tx, after);
    if (resend) {
      mayMail(wanted.email.toLowerCase());
      await liftBounces(tx, scope, wanted.email);
    }
    if (changed) {
      await writeBuyer(tx, scope, order.id, wanted);
      const attendees =
        before.email === wanted.email || before.email === ''
          ? []
          : await moveAttendees(tx, scope, { orderId: order.id, from: before.email, to: wanted.email });
      await audit(tx, ctx, scope, {
        action: 'order.buyer_changed',
        target: { type: 'order', id: order.id },
        before: changed.before,
        after: { ...changed.after, ...(attendees.length > 0 && { attendees }) },
      });
    }
    await queueMails(tx, mailsOf(order, after, { resend, isMoved }));
  });
  return showOrderDetail(ctx, at);
}
