import type { Ctx } from '../../../platform/context.ts';
import { markPaid } from '../../../sales/offline-payments/service.ts';
import { buildAwaitingOrder, forgetMails } from '../../../sales/reservations/factory.ts';
import type { DemoEvent, SeededTicket } from '../program.ts';
import { inDays } from '../time.ts';

type Seeded = { eventId: number; event: DemoEvent; tickets: ReadonlyMap<string, SeededTicket> };

const INSTRUCTIONS =
  '<p>Transfer the amount to <strong>ES91 2100 0418 4502 0005 1332</strong> (Laboratorio Marea, Caixa València) and name the reference of your order. Or pay at our office, Carrer de la Pau 12, Monday to Friday from 10:00 to 14:00.</p>';

/**
 * One event that also accepts offline payment and issues invoices. It has one waiting order and one paid
 * order.
 */
export async function seedOffline(ctx: Ctx, { eventId, event, tickets }: Seeded): Promise<void> {
  if (event.key !== 'vinilo') return;
  await ctx.db
    .updateTable('event_settings')
    .set({
      offline_payments: true,
      offline_instructions: INSTRUCTIONS,
      invoicing: true,
      invoice_prefix: 'VIN-',
      invoice_issuer: 'Laboratorio Marea\nCarrer de la Pau 12\n46003 València\nSpain',
      invoice_tax_id: 'G46123456',
    })
    .where('event_id', '=', eventId)
    .execute();
  const priceId = [...tickets.values()].find(({ demo }) => (demo.prices[0]?.amount ?? 0) > 0)?.prices[0]
    ?.priceId;
  if (priceId === undefined) return;
  const order = { eventId, items: [{ priceId, quantity: 2 }], dueAt: inDays(5), sendMails: false };
  const paid = await buildAwaitingOrder(ctx.db, {
    ...order,
    buyer: { firstName: 'Tomás', lastName: 'Aguirre', email: 'tomas.aguirre@example.com' },
    createdAt: inDays(-3),
  });
  await markPaid(ctx, { eventId, orderId: paid.orderId });
  await forgetMails(ctx.db, paid.orderId);
  await buildAwaitingOrder(ctx.db, {
    ...order,
    buyer: { firstName: 'Carla', lastName: 'Benavent', email: 'carla.benavent@example.com' },
    createdAt: inDays(-2),
  });
}
