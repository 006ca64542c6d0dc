import { z } from 'zod';
import type { Db, Tx } from '../../db/client.ts';
import { defineJob, enqueue, type JobRef } from '../../platform/jobs/job.ts';
import { queueMails } from '../../platform/mail/mailer.ts';
import { toOrganizer } from '../order-views/core/letters.ts';
import { findNotices } from '../order-views/notice-queries.ts';
import { lettersOf } from './core/letters.ts';
import { findToAnnounce } from './queries.ts';

/** Before the mails themselves are sent, which have priority 10, and after everything about money and places. */
const announceRef: JobRef<{ orderIds: number[] }> = { name: 'announce_orders', maxAttempts: 14, priority: 9 };

/** Adds a job that writes the mails about completed orders, in the caller's transaction. One job for all of them. */
export const announceLater = (tx: Tx, orders: readonly { id: number }[]): Promise<void> =>
  enqueue(tx, announceRef, { orderIds: orders.map(({ id }) => id) });

/** The job that writes them. */
export const announceJob = defineJob({
  ...announceRef,
  payload: z.object({ orderIds: z.array(z.number()) }),
  handler: ({ db }, { orderIds }) => announce(db, orderIds),
});

/**
 * Writes the mails about completed orders into the outbox: to their buyers, to the other holders of their tickets, and to
 * the organizers. A repetition writes no mail a second time. An address that got the same mail since, because somebody
 * sent it again or corrected the address, gets no other one.
 */
async function announce(db: Db, orderIds: readonly number[]): Promise<void> {
  const { orders, tickets, sent } = await findToAnnounce(db, orderIds);
  const events = orders.map((order) => order.event_id);
  const notices = await findNotices(db, events);
  const issued = Map.groupBy(tickets, (ticket) => ticket.order_id);
  const known = new Set(
    sent.map((mail) => sameMail(mail.kind, mail.order_id, mail.attendee_id, mail.to_address)),
  );
  const mails = orders.flatMap(({ id, account_id: accountId, event_id: eventId, ...row }) => {
    const { locale, first_name: firstName, last_name: lastName, email } = row;
    const buyer = { firstName: firstName ?? '', lastName: lastName ?? '', email: email ?? '' };
    const order = { id, accountId, locale, buyer };
    const letters = lettersOf(order, issued.get(id) ?? []).filter(
      (mail) => !known.has(sameMail(mail.kind, id, mail.attendeeId, mail.to)),
    );
    return [...letters, ...toOrganizer(order, 'new_order', notices.get(eventId))];
  });
  await queueMails(db, mails);
}

const sameMail = (kind: string, orderId: number | null, attendeeId: number | null | undefined, to: string) =>
  `${kind} ${orderId} ${attendeeId ?? ''} ${to.toLowerCase()}`;
