import type { Ctx } from '../../platform/context.ts';
import type { DemoEvent, SeededTicket } from './program.ts';
import type { Random } from './random.ts';
export async function seedOrders(
  _ctx: Ctx,
  _given: {
    accountId: number;
    eventId: number;
    event: DemoEvent;
    tickets: Map<string, SeededTicket>;
    random: Random;
  },
): Promise<void> {}
