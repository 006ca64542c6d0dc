import { COOKIES } from '@entrada/contract/constants';
import { buildSession } from '../../server/accounts/factory.ts';
import { openGuestHall } from '../hall.ts';
import type { Report } from '../report.ts';
import { interleave } from '../rounds.ts';
import { percentile } from '../stats.ts';
import type { Bench, Hall } from '../world.ts';

const CALLS = 15;

/** What an organizer asks of the lists: the query behind each path. */
const ATTENDEES = {
  'first page': '',
  'page 2,500': 'page=2500',
  'by last name': 'sort_by=last_name&sort_direction=asc',
  'by reference': 'sort_by=reference&sort_direction=asc',
  'search a common name': 'query=maría',
  'search one person': 'query=buyer31337@',
  'search nobody': 'query=zzyzx',
  checked: 'filter_fields[checked_in][eq]=true',
  'not checked': 'filter_fields[checked_in][eq]=false',
  cancelled: 'filter_fields[status][eq]=cancelled',
  'all but cancelled': 'filter_fields[status][ne]=cancelled',
  'of the last day': 'filter_fields[created_at][gte]={yesterday}',
  'a common name, checked in': 'query=maría&filter_fields[checked_in][eq]=true',
} as const;
const ORDERS = {
  'first page': '',
  'page 1,250': 'page=1250',
  'by total': 'sort_by=total&sort_direction=desc',
  'by last name': 'sort_by=last_name&sort_direction=asc',
  'search a common name': 'query=maría',
  completed: 'filter_fields[status][eq]=COMPLETED',
  refunded: 'filter_fields[status][in]=REFUNDED,PARTIALLY_REFUNDED',
  'in dispute': 'filter_fields[dispute][in]=needs_response,under_review',
  'waiting for a person': 'filter_fields[attention][in]=dispute,refund_failed,payment_unclear,transfer_due',
  free: 'filter_fields[payment_method][eq]=free',
  'by card': 'filter_fields[payment_method][eq]=card',
  'a promo code': 'filter_fields[promo_code][like]=EARLY',
  'above an amount': 'filter_fields[total][gt]=100',
} as const;

const GUESTS = {
  'first page': '',
  'page 1,250': 'page=1250',
  'by last name': 'sort_by=last_name&sort_direction=asc',
  'search a common name': 'query=maría',
  'search one person': 'query=buyer31337@',
  'search a note': 'query=wheelchair',
  'search nobody': 'query=zzyzx',
  arrived: 'filter_fields[state][in]=arrived',
  'email failed': 'filter_fields[state][in]=email_failed',
  'not cancelled': 'filter_fields[state][ne]=cancelled',
  'of a ticket': 'filter_fields[ticket_id][eq]={ticket}',
  'of the last day': 'filter_fields[created_at][gte]={yesterday}',
} as const;

/**
 * The lists of an event with 100,000 attendees over HTTP: pages, orders, searches, filters, and the sums above the orders,
 * and the guest list of one with as many. A figure of a round is the 95th percentile of its calls. The goal counts for every one of them.
 */
export async function listsGroup(bench: Bench, report: Report): Promise<void> {
  const hall = await bench.hall();
  await measure(bench, report, hall, [
    ...Object.entries(ATTENDEES).map(
      ([name, query]) => [`attendees: ${name}`, `attendees?${query}`] as const,
    ),
    ...Object.entries(ORDERS).flatMap(([name, query]) => [
      [`orders: ${name}`, `orders?${query}`] as const,
      [`sums of orders: ${name}`, `order-sums?${query}`] as const,
    ]),
  ]);
  const guests = await openGuestHall(bench);
  try {
    await measure(bench, report, guests, [
      ...Object.entries(GUESTS).map(([name, query]) => [`guests: ${name}`, `guests?${query}`] as const),
      ['guests: counts', 'guest-counts'],
    ]);
  } finally {
    await guests.world.close();
  }
}

/** Calls each path of an event in turn, and reports its 95th percentile. */
async function measure(
  bench: Bench,
  report: Report,
  { world, shop }: Hall,
  paths: readonly (readonly [name: string, path: string])[],
): Promise<void> {
  const token = await buildSession(world.database.db, shop.userId, shop.accountId);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  const read = async (given: string) => {
    const path = given.replace('{yesterday}', yesterday).replace('{ticket}', String(shop.ticketIds[0]));
    const url = `http://127.0.0.1:${world.port}/api/events/${shop.eventId}/${path}`;
    const reply = await fetch(url, { headers: { cookie: `${COOKIES.session}=${token}` } });
    const body = await reply.text();
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${body}`);
  };
  const all = paths.map(([name, path]) => ({
    name,
    run: async () => {
      const times: number[] = [];
      for (let nth = 0; nth < CALLS; nth += 1) {
        const started = performance.now();
        await read(path);
        times.push(performance.now() - started);
      }
      return percentile(times, 95);
    },
  }));
  await interleave(1, all);
  const measured = await interleave(bench.rounds, all);
  for (const { name } of all)
    report.goal('list', `100k attendees: ${name}, p95`, 'ms', measured[name] ?? [], { atMost: 100 });
}
