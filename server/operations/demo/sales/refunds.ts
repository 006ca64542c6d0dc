import type { createRefund } from '@entrada/contract/sales/refunds';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { PaymentProvider } from '../../../payment-providers/port.ts';
import type { Ctx } from '../../../platform/context.ts';
import { requestRefund } from '../../../sales/refunds/service.ts';
import type { DemoEvent } from '../program.ts';

type Body = z.output<(typeof createRefund)['body']>;
/** An order whose lines are all for `ticket`, with `people` attendees. `what`: what goes back of it. */
type DemoRefund = {
  ticket: string;
  people: number;
  isByHand?: boolean;
  what: Partial<Body> | 'one ticket';
  note: string;
};

/** No ticket here is sold out: a cancelled place goes back on sale. */
const REFUNDS: Partial<Record<string, readonly DemoRefund[]>> = {
  marea: [
    { ticket: 'Friday night', people: 1, what: { cancel: true }, note: 'Works on that Friday' },
    { ticket: 'Friday night', people: 2, what: 'one ticket', note: 'Her friend is ill' },
    {
      ticket: 'Friday night',
      people: 2,
      what: { amount: 500, cancel: false },
      note: 'Half an hour late on stage',
    },
  ],
  vinilo: [
    {
      ticket: 'Entrada general',
      people: 2,
      isByHand: true,
      what: 'one ticket',
      note: 'Paid back at the office',
    },
  ],
};

/**
 * Refunds a few demo orders through the same service as an organizer, so that reports and files have something to say.
 * The bank is asked by the usual job. Needs the test bank: where another provider is set up, no demo order can be refunded.
 */
export async function seedRefunds(
  ctx: Ctx,
  provider: PaymentProvider | null,
  { eventId, event }: { eventId: number; event: DemoEvent },
): Promise<void> {
  if (provider?.name !== 'test_bank') return;
  for (const refund of REFUNDS[event.key] ?? []) {
    const order = await findOrder(ctx, eventId, refund);
    if (!order) throw new Error(`No demo order of ${event.key} can be refunded: ${refund.note}`);
    const what =
      refund.what === 'one ticket'
        ? { attendeeIds: order.attendeeIds.slice(-1), cancel: true }
        : { ...(refund.what.amount === undefined && { amount: order.total }), ...refund.what };
    const body = { cancel: false, notify: true, note: refund.note, ...what };
    await requestRefund(ctx, provider, { eventId, orderId: order.id }, { body, key: null, hash: '' });
  }
}

async function findOrder(ctx: Ctx, eventId: number, { ticket, people, isByHand = false }: DemoRefund) {
  const { rows } = await sql<{ id: number; total: number; attendeeIds: number[] }>`
    select o.id, o.total, array_agg(a.id order by a.id) as "attendeeIds"
    from app.orders o join app.attendees a on a.order_id = o.id join app.tickets t on t.id = a.ticket_id
    where o.event_id = ${eventId} and o.status = 'completed' and o.payment_status = 'paid' and o.refund_status = 'none'
      and not exists (select from app.refunds r where r.order_id = o.id)
      and exists (select from app.payments p where p.order_id = o.id) <> ${isByHand}
      and not exists (select from app.order_items i where i.order_id = o.id and i.ticket_id <> a.ticket_id)
    group by o.id having count(*) = ${people} and every(t.name = ${ticket}) order by o.id limit 1`.execute(
    ctx.db,
  );
  return rows[0];
}
