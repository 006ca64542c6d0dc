import { createCapacity } from '../../catalog/capacity-assignments/service.ts';
import type { Ctx } from '../../platform/context.ts';
import type { DemoEvent, SeededTicket } from './program.ts';

type Seeded = { eventId: number; event: DemoEvent; tickets: ReadonlyMap<string, SeededTicket> };
type Pool = { name: string; capacity: number | null; active?: boolean; tickets: readonly string[] };

const POOLS: Partial<Record<string, readonly Pool[]>> = {
  marea: [
    { name: 'Main stage', capacity: 600, tickets: ['Festival pass', 'Friday night', 'Sunday closing'] },
    { name: 'Lab room', capacity: 60, tickets: ['Saturday lab sessions', 'Backstage tour'] },
    {
      name: 'Guest list',
      capacity: null,
      active: false,
      tickets: ['Press and partners', 'Volunteer shift'],
    },
  ],
};

/** Capacities that several festival tickets share. Sold tickets count. */
export async function seedCapacity(ctx: Ctx, { eventId, event, tickets }: Seeded): Promise<void> {
  for (const { name, capacity, active = true, tickets: names } of POOLS[event.key] ?? []) {
    const ticketIds = names.flatMap((each) => tickets.get(each)?.ticketId ?? []);
    await createCapacity(ctx, eventId, { name, capacity, active, ticketIds });
  }
}
