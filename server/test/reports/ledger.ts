import { refreshPayment, startPayment } from '@entrada/contract/sales/checkout';
import { settleAdjustment } from '@entrada/contract/sales/moves/to-another-ticket';
import { markOrderPaid } from '@entrada/contract/sales/orders';
import { createRefund } from '@entrada/contract/sales/refunds';
import { sql } from 'kysely';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildPromoCode, buildTaxOrFee, buildTicket } from '../../catalog/tickets/factory.ts';
import { buildAwaitingOrder } from '../../sales/reservations/factory.ts';
import type { useRefundingApp } from '../payments/refunding.ts';
import { detailsAs, reserveAs, visitor } from '../shop.ts';
import { moverOf } from '../sold/moving.ts';

type World = Pick<Awaited<ReturnType<typeof useRefundingApp>>, 'app' | 'db' | 'bank'>;
type Items = readonly (readonly [priceId: number, quantity: number])[];

/** What may happen to orders of one account at times of the past, each by the code of the product. */
export async function openBooks({ app, db, bank }: World) {
  const account = await buildAccount(db);
  const { accountId } = account;
  const owner = app.as(account);
  const last = { eventId: 0 };

  /** Moves what an order became to the time at which the ledger has it. */
  async function date(orderId: number, at: string) {
    await sql`update app.orders set completed_at = ${at} where id = ${orderId}`.execute(db);
    await sql`update app.attendees set created_at = ${at} where order_id = ${orderId}`.execute(db);
  }

  async function bookOf(orderId: number, eventId: number) {
    const params = { eventId: String(eventId), orderId: String(orderId) };
    const found = await sql<{
      id: number;
    }>`select id from app.attendees where order_id = ${orderId} order by id`.execute(db);
    const attendeeIds = found.rows.map(({ id }) => id);
    const dateRefunds = (at: string) =>
      sql`update app.refunds set settled_at = ${at} where order_id = ${orderId} and status = 'succeeded'`.execute(
        db,
      );
    return {
      orderId,
      attendeeIds,
      /** Gives back an amount or tickets, and what is cancelled with it is cancelled then. */
      refund: async (
        at: string,
        body: { amount: number; cancel?: boolean } | { attendeeIds: number[]; cancel?: boolean },
      ) => {
        const reply = await owner.call(createRefund, {
          params,
          body: { cancel: false, notify: false, note: '', ...body },
        });
        if (reply.status >= 300) throw new Error(JSON.stringify(reply.problem));
        await app.runJobs();
        await dateRefunds(at);
        await sql`update app.attendees set cancelled_at = ${at} where order_id = ${orderId} and status = 'cancelled'`.execute(
          db,
        );
      },
      /** A bank's decision, or its question, about the whole payment. */
      dispute: async (at: string, status: 'lost' | 'won' | 'under_review') => {
        const { rows } = await sql<{ id: number }>`
          insert into app.disputes (account_id, order_id, payment_id, provider_dispute_id, amount, currency, reason, status, lost_at)
          select account_id, order_id, id, 'dp_' || id, amount, currency, 'fraudulent', ${status},
            case when ${status} = 'lost' then ${at}::timestamptz end
          from app.payments where order_id = ${orderId} and status = 'succeeded' returning id`.execute(db);
        await db
          .insertInto('audit_entries')
          .values({
            account_id: accountId,
            ...{ action: 'dispute.opened', target_type: 'order', target_id: orderId },
            after: JSON.stringify({ disputeId: rows[0]?.id }),
          })
          .execute();
      },
      /** Moves the first attendee. What is owed is then paid by hand, what goes back is refunded. */
      move: async (at: string, priceId: number, settlement: 'owed' | 'given_back') => {
        const mover = moverOf({ shop: { accountId, eventId }, owner }, attendeeIds[0] ?? 0);
        const reply = await mover.move(priceId, { settlement });
        if (reply.status >= 300) throw new Error(JSON.stringify(reply.problem));
        await app.runJobs();
        await dateRefunds(at);
        if (settlement === 'given_back') return;
        const [owed] = (await mover.order(orderId)).adjustments;
        await owner.call(settleAdjustment, { params: { ...params, adjustmentId: String(owed?.id) } });
        await sql`update app.ticket_moves set settled_at = ${at} where order_id = ${orderId}`.execute(db);
      },
    };
  }

  return {
    account,
    owner,
    event: async (title: string, zone: { timezone: string; currency: string }) => {
      const event = await buildEvent(db, { accountId, title, ...zone });
      last.eventId = event.eventId;
      return event.eventId;
    },
    /** A tax or fee: a rate in percent, or a fixed amount in minor units. */
    charge: async (
      type: 'tax' | 'fee',
      name: string,
      value: { rate: string; included?: boolean } | { amount: number },
    ) => (await buildTaxOrFee(db, { accountId, type, name, ...value })).id,
    /** A ticket of the latest event. */
    ticket: (name: string, amount: number, taxesAndFees: number[] = [], position = 1) =>
      buildTicket(db, {
        ...{ accountId, eventId: last.eventId, name, amount, taxesAndFees, position },
        type: amount === 0 ? 'free' : 'paid',
        quantity: 100,
      }),
    code: (code: string, percentage: string, ticketIds: number[]) =>
      buildPromoCode(db, { accountId, eventId: last.eventId, code, percentage, ticketIds }),
    /** An order that is paid with a card, or free. */
    buy: async (eventId: number, at: string, items: Items, promoCode?: string) => {
      const buyer = visitor(app);
      const wanted = items.map(([priceId, quantity]) => ({ priceId, quantity }));
      const held = await reserveAs(buyer, eventId, wanted, promoCode === undefined ? {} : { promoCode });
      const { shortId, total } = held.body.data;
      await detailsAs(buyer, shortId);
      if (total > 0) {
        await buyer.call(startPayment, { params: { orderShortId: shortId } });
        bank.set(bank.paymentOf(shortId)?.id ?? '', 'succeeded');
        await buyer.call(refreshPayment, { params: { orderShortId: shortId } });
      }
      const { rows } = await sql<{ id: number; status: string }>`
        select id, status from app.orders where short_id = ${shortId}`.execute(db);
      const [order] = rows;
      if (order?.status !== 'completed') throw new Error(`The order is ${order?.status}`);
      await date(order.id, at);
      return bookOf(order.id, eventId);
    },
    /** An order that is to be paid without a card. `paidAt`: when a person wrote that the money came. */
    offline: async (
      eventId: number,
      paidAt: string | null,
      [priceId, quantity]: readonly [number, number],
    ) => {
      const { orderId } = await buildAwaitingOrder(db, {
        ...{ eventId, items: [{ priceId, quantity }], sendMails: false },
        dueAt: new Date(Date.now() + 86_400_000),
      });
      const params = { eventId: String(eventId), orderId: String(orderId) };
      if (paidAt !== null) {
        await owner.call(markOrderPaid, { params });
        await date(orderId, paidAt);
      }
      return bookOf(orderId, eventId);
    },
  };
}
