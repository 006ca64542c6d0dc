import type { Ctx } from '../../../platform/context.ts';
import { buildOrders } from '../../../sales/reservations/bulk-factory.ts';
import { buildOrder } from '../../../sales/reservations/factory.ts';
import type { DemoEvent, SeededTicket } from '../program.ts';
import type { Random } from '../random.ts';
import { inDays } from '../time.ts';
import { inventPerson } from './people.ts';

type Item = { priceId: number; quantity: number; donation?: number };
type Sold = { eventId: number; event: DemoEvent; tickets: Map<string, SeededTicket>; random: Random };

const LOCALES = ['es', 'es', 'es', 'en', 'de', 'fr', 'pt'] as const;
const DAYS_BACK = 42;

/**
 * Creates the demo orders of six weeks, with more orders towards today, in two statements for each event. The
 * newest orders of a future event go through all steps of a buyer, so that their mails are in the mailbox.
 */
export async function seedOrders(ctx: Ctx, sold: Sold): Promise<void> {
  const full = [...sold.tickets.values()].flatMap((ticket) => fillUp(sold, ticket));
  const usual = Array.from({ length: sold.event.orders }, (_, n) => ({
    ...inventOrder(sold, chooseItems(sold)),
    ...(sold.event.key === 'marea' && n % 7 === 3 && { promoCode: 'MAREA10' }),
  }));
  const newest = sold.event.day > 0 ? usual.splice(-2) : [];
  const orders = [...full, ...usual].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  if (orders.length > 0) await buildOrders(ctx.db, orders);
  for (const order of newest)
    await buildOrder(ctx.db, { ...order, createdAt: inDays(-sold.random.next() / 8) });
}

function inventOrder({ eventId, event, random }: Sold, items: Item[]) {
  const buyer = inventPerson(random);
  const count = items.reduce((sum, item) => sum + item.quantity, 0);
  const isForOthers = count > 1 && random.next() < 0.6;
  const daysAgo = Math.min(event.day, 0) - (1 - Math.sqrt(random.next())) * DAYS_BACK - random.next() / 3;
  return {
    eventId,
    items,
    buyer,
    ...(isForOthers && {
      attendees: [buyer, ...Array.from({ length: count - 1 }, () => inventPerson(random))],
    }),
    locale: random.pick(LOCALES),
    createdAt: inDays(daysAgo),
  };
}

/** Sells all places of one price, in small orders. */
function fillUp(sold: Sold, ticket: SeededTicket): ReturnType<typeof inventOrder>[] {
  const { sellOut, prices, max = 4 } = ticket.demo;
  if (sellOut === undefined) return [];
  const price = ticket.prices[sellOut];
  const orders: ReturnType<typeof inventOrder>[] = [];
  let left = prices[sellOut]?.quantity ?? 0;
  while (price && left > 0) {
    const quantity = Math.min(left, sold.random.between(1, max));
    orders.push(inventOrder(sold, [{ priceId: price.priceId, quantity }]));
    left -= quantity;
  }
  return orders;
}

function chooseItems({ tickets, random }: Sold): Item[] {
  const open = [...tickets.values()].filter((ticket) => ticket.demo.weight > 0);
  const items = [chooseItem(open, random)];
  if (open.length > 2 && random.next() < 0.3) {
    const second = chooseItem(open, random);
    if (second.priceId !== items[0]?.priceId) items.push(second);
  }
  return items;
}

function chooseItem(open: SeededTicket[], random: Random): Item {
  // Each ticket appears as often as its weight.
  const hat = open.flatMap((ticket) => Array.from({ length: ticket.demo.weight }, () => ticket));
  const ticket = hat[random.between(0, hat.length - 1)];
  // A tiered ticket sells today's tier.
  const index = ticket?.demo.type === 'tiered' ? 1 : 0;
  const price = ticket?.prices[index];
  if (!ticket || !price) throw new Error('A demo event with orders needs a ticket with a weight');
  const quantity = random.between(1, Math.min(ticket.demo.max ?? 4, 3));
  return {
    priceId: price.priceId,
    quantity,
    ...(ticket.demo.type === 'donation' && { donation: random.pick([500, 1000, 1500, 2500]) }),
  };
}
