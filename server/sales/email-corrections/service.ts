import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { audit } from '../../platform/audit.ts';
import { type Ctx, scopeOfRow } from '../../platform/context.ts';
import { fail, failFields } from '../../platform/errors.ts';
import { queueMails } from '../../platform/mail/mailer.ts';
import { inTurn } from '../../platform/turns.ts';
import { whyUncorrectable } from '../order-views/core/email-correction.ts';
import { toBuyer } from '../order-views/core/letters.ts';
import { getOrder } from '../order-views/service.ts';
import { personErrors } from '../orders/person-limits.ts';
import { lockByShortId } from '../orders/queries.ts';
import { moveAttendees, writeCorrection } from './queries.ts';

/**
 * Corrects the email address of an order for whoever holds its link. The order's mail goes to the new address once more,
 * and the old address is told without naming the new one. The codes of the tickets stay, because nobody else comes. The
 * present address changes nothing. `mayMail` counts the mail to the new address and throws if it gets too many. Locks
 * the order. ORDER_NOT_FOUND, why it cannot be corrected (`whyUncorrectable`), or VALIDATION_FAILED if the person would
 * have too many of a ticket.
 */
export async function correctEmail(
  ctx: Ctx,
  { shortId, email }: { shortId: string; email: string },
  mayMail: (email: string) => void,
): Promise<BuyerOrder> {
  await inTurn(ctx.db, [`order ${shortId}`], async (tx) => {
    const order = await lockByShortId(tx, shortId);
    if (!order) throw fail('ORDER_NOT_FOUND');
    const from = order.buyer?.email ?? '';
    if (from.toLowerCase() === email.toLowerCase()) return;
    const refusal = whyUncorrectable(order);
    if (refusal || !order.buyer) throw fail(refusal ?? 'ORDER_NOT_COMPLETE');
    mayMail(email.toLowerCase());
    const corrected = { ...order, buyer: { ...order.buyer, email } };
    const errors = (await personErrors(tx, [corrected])).get(order.id);
    if (errors) throw failFields(errors);
    const scope = scopeOfRow(order);
    const move = { orderId: order.id, from, to: email };
    await writeCorrection(tx, scope, move);
    const attendees = await moveAttendees(tx, scope, move);
    await audit(tx, ctx, scope, {
      action: 'order.email_corrected',
      target: { type: 'order', id: order.id },
      before: { email: from },
      after: { email, attendees },
    });
    const nth = order.emailCorrections + 1;
    const again = order.status === 'completed' ? 'order_confirmation' : 'order_awaiting_payment';
    const mails = [...toBuyer(corrected, again), ...toBuyer(order, 'order_email_corrected')];
    await queueMails(
      tx,
      mails.map((mail) => ({ ...mail, dedupeKey: `${mail.kind}:${order.id}:email-${nth}` })),
    );
  });
  return getOrder(ctx, shortId);
}
