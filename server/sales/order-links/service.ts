import { audit } from '../../platform/audit.ts';
import { type Ctx, scopeOfRow } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { claimKey, type NotedKey } from '../../platform/http/idempotency.ts';
import { queueMail } from '../../platform/mail/mailer.ts';
import { newShortId } from '../../platform/secrets.ts';
import { inTurn } from '../../platform/turns.ts';
import { findReplacedLink, lockByShortId, replaceLink } from '../orders/queries.ts';
import { mailOfOrder } from '../resends/service.ts';

type Call = { mayMail: (email: string) => void; key: NotedKey | null };

/**
 * Gives an order a new link and mails it with everything else to the buyer's address. From the commit on the old link
 * only says that it was replaced. The tickets keep their links, because their holders have them. Answers the address.
 * The new link is not answered, because whoever asks may be a stranger. `mayMail` counts the mail and throws
 * RATE_LIMITED. A repeated `key` answers again. Locks the order. Throws ORDER_NOT_FOUND, ORDER_LINK_REPLACED,
 * ORDER_IS_MANUAL if nobody has an address, and what `mailOfOrder` throws.
 */
export async function renewLink(ctx: Ctx, shortId: string, { mayMail, key }: Call): Promise<{ to: string }> {
  return inTurn(ctx.db, [`order ${shortId}`], async (tx) => {
    const order = await lockByShortId(tx, shortId);
    if (!order) {
      const replaced = await findReplacedLink(tx, shortId);
      // The same call once more, whose answer was lost: the link is the old one by now.
      if (replaced && key && !(await claimKey(tx, key))) return { to: replaced.email ?? '' };
      throw fail(replaced ? 'ORDER_LINK_REPLACED' : 'ORDER_NOT_FOUND');
    }
    const mail = mailOfOrder(order);
    if (mail.to === '') throw fail('ORDER_IS_MANUAL');
    await claimKey(tx, key);
    mayMail(mail.to.toLowerCase());
    const link = newShortId('o');
    await replaceLink(tx, scopeOfRow(order), { id: order.id, from: shortId, to: link });
    await queueMail(tx, { ...mail, dedupeKey: `${mail.kind}:${order.id}:link-${link.slice(-8)}` });
    await audit(tx, ctx, scopeOfRow(order), {
      action: 'order.link_renewed',
      target: { type: 'order', id: order.id },
    });
    return { to: mail.to };
  });
}
