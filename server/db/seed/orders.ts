import { buildOrder } from '../../orders/factory.ts';
import type { Ctx } from '../../platform/context.ts';
import { inventPerson } from './people.ts';
import type { DemoEvent, SeededTicket } from './program.ts';
import type { Random } from './random.ts';
import { inDays } from './time.ts';

type Item = { priceId: number; quantity: number; donation?: number };
type Sold = { eventId: number; event: DemoEvent; tickets: Map<string, SeededTicket>; random: Random };

const LOCALES = ['es', 'es', 'es', 'en', 'de', 'fr', 'pt'] as const;
const WEEKS_BACK = 42;

/** The demo's orders: made by the code that serves buyers, then dated back over six weeks, denser towards today. */
export async function seedOrders(ctx: Ctx, sold: Sold): Promise<void> {
  for (const ticket of sold.tickets.values()) {
    if (ticket.demo.sellOut !== undefined) await sellOut(ctx, sold, ticket, ticket.demo.sellOut);
  }
  for (let n = 0; n < sold.event.orders; n += 1) {
    const items = chooseItems(sold);
    const isNewest = n >= sold.event.orders - 2;
    await order(
      ctx,
      sold,
      { items, ...(sold.event.key === 'marea' && n % 7 === 3 && { promoCode: 'MAREA10' }) },
      isNewest,
    );
  }
}

async function order(
  ctx: Ctx,
  { eventId, event, random }: Sold,
  made: { items: Item[]; promoCode?: string },
  sendMails: boolean,
): Promise<void> {
  const buyer = inventPerson(random);
  const count = made.items.reduce((sum, item) => sum + item.quantity, 0);
  const isForOthers = count > 1 && random.next() < 0.6;
  const last = Math.min(event.day, 0);
  const daysAgo = last - (1 - Math.sqrt(random.next())) * WEEKS_BACK - random.next() / 3;
  await buildOrder(ctx.db, {
    eventId,
    ...made,
    buyer,
    ...(isForOthers && {
      attendees: [buyer, ...Array.from({ length: count - 1 }, () => inventPerson(random))],
    }),
    locale: random.pick(LOCALES),
    createdAt: sendMails ? inDays(-random.next() / 8) : inDays(daysAgo),
    sendMails: sendMails && event.day >= 0,
  });
}

/** Fills one price to its last place, in orders of a few. */
async function sellOut(ctx: Ctx, sold: Sold, ticket: SeededTicket, index: number): Promise<void> {
  const price = ticket.prices[index];
  let left = ticket.demo.prices[index]?.quantity ?? 0;
  while (price && left > 0) {
    const quantity = Math.min(left, sold.random.between(1, ticket.demo.max ?? 4));
    await order(ctx, sold, { items: [{ priceId: price.priceId, quantity }] }, false);
    left -= quantity;
  }
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
  // Each ticket stands in the hat as often as it weighs.
  const hat = open.flatMap((ticket) => Array.from({ length: ticket.demo.weight }, () => ticket));
  const ticket = hat[random.between(0, hat.length - 1)];
  // A tiered ticket sells the tier that is open today.
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
