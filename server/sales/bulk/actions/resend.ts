import { randomUUID } from 'node:crypto';
import type { BulkReason } from '@entrada/contract/sales/bulk/jobs';
import { auditAll } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { queueCapped } from '../../../platform/mail/daily-cap.ts';
import { findLeftAlone } from '../../../platform/mail/left-alone.ts';
import type { NewMail } from '../../../platform/mail/mailer.ts';
import type { IssuedRow } from '../../attendees/queries.ts';
import { findByIds } from '../../attendees/queries.ts';
import { withheldOf } from '../../order-views/withheld.ts';
import type { Order } from '../../orders/core/types.ts';
import { lockByIds } from '../../orders/queries.ts';
import { mailOfOrder, mailOfTicket } from '../../resends/service.ts';
import type { BulkAction, Outcome } from './action.ts';

/** The mail of a row to the address on record, or why there is none. */
function letterOf(
  order: Order | undefined,
  ticket: IssuedRow | null | undefined,
  isWithheld: Awaited<ReturnType<typeof withheldOf>>,
): NewMail | BulkReason {
  if (!order || ticket === undefined) return 'FAILED';
  try {
    const whole = mailOfOrder(order);
    const mail = ticket
      ? mailOfTicket(order, ticket, isWithheld({ awaitsName: ticket.awaits_name }, order))
      : whole;
    return mail.to === '' ? 'NO_EMAIL' : mail;
  } catch (error) {
    if (error instanceof AppError) return error.code as BulkReason;
    throw error;
  }
}

/**
 * Mails orders, or tickets, once more to the addresses on record, as `resendOrder` does. Addresses from which mails came back
 * twice are left alone: a person can mail each of them alone.
 */
export const resendAction: BulkAction = {
  kind: 'resend',
  most: 500,
  run: async (tx, { job, scope, witness, rows, mailsPerDay }) => {
    const orders = await lockByIds(tx, [...new Set(rows.map(({ orderId }) => orderId))]);
    const isWhole = job.noun === 'orders';
    const ids = isWhole ? [] : rows.map(({ rowId }) => rowId);
    const tickets = new Map((await findByIds(tx, scope, ids)).map((one) => [one.id, one]));
    const isWithheld = await withheldOf(
      tx,
      job,
      [...tickets.values()].map((one) => ({ awaitsName: one.awaits_name })),
    );
    const outcomes: Outcome[] = [];
    const mails: NewMail[] = [];
    const resent = new Map<number, number[]>();
    const letters = rows.map((row) => ({
      ...row,
      letter: letterOf(orders.get(row.orderId), isWhole ? null : tickets.get(row.rowId), isWithheld),
    }));
    const addresses = letters.flatMap(({ letter }) => (typeof letter === 'string' ? [] : [letter.to]));
    const alone = await findLeftAlone(tx, scope, addresses);
    for (const { orderId, rowId, letter } of letters) {
      const isAlone = typeof letter !== 'string' && alone.has(letter.to.toLowerCase());
      const mail = isAlone ? 'BOUNCED_TWICE' : letter;
      outcomes.push({ rowId, code: typeof mail === 'string' ? mail : null });
      if (typeof mail === 'string') continue;
      mails.push({ ...mail, dedupeKey: `${mail.kind}:${orderId}:again-${randomUUID()}` });
      resent.set(orderId, [...(resent.get(orderId) ?? []), rowId]);
    }
    const { waiting } = await queueCapped(tx, scope, { mails, perDay: mailsPerDay });
    await auditAll(
      tx,
      witness,
      scope,
      [...resent].map(([id, attendeeIds]) => ({
        action: 'order.resent',
        target: { type: 'order', id },
        after: { attendeeIds: isWhole ? null : attendeeIds, isToOther: false },
      })),
    );
    return { outcomes, waitingMails: waiting };
  },
};
