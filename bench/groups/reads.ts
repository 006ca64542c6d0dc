import type { ListQuery } from '@entrada/contract/list';
import { attendeeListRules } from '@entrada/contract/sales/attendees';
import type pg from 'pg';
import { getEventStats } from '../../server/insight/dashboard/service.ts';
import { type Ctx, scopeOfRow } from '../../server/platform/context.ts';
import { listByEvent } from '../../server/sales/attendees/queries.ts';
import { ATTENDEES } from '../hall.ts';
import { withClient } from '../load/client.ts';
import type { Report } from '../report.ts';
import { interleave } from '../rounds.ts';
import type { BuiltShop } from '../shops.ts';
import { percentile, ratios } from '../stats.ts';
import type { Bench, World } from '../world.ts';

const PER_PAGE = 20;
const SEARCHES = { 'a common name': 'maría', 'one person': 'buyer31337@', nobody: 'zzyzx' };

const BASELINES = {
  search: `select id from app.attendees where event_id = $1
    and (first_name ilike $2 or last_name ilike $2 or email ilike $2) order by created_at desc, id desc limit ${PER_PAGE}`,
  count: `select count(*) from app.attendees where event_id = $1
    and (first_name ilike $2 or last_name ilike $2 or email ilike $2)`,
  page: `select a.*, o.reference as order_reference from app.attendees a join app.orders o on o.id = a.order_id
    where a.event_id = $1 order by a.created_at desc, a.id desc limit ${PER_PAGE} offset $2`,
  sales: `select date_trunc('day', completed_at) as day, count(*), sum(total) from app.orders
    where event_id = $1 and status = 'completed' group by 1 order by 1`,
  entries: `select a.ticket_id, count(*), count(c.id) from app.attendees a
    left join app.check_ins c on c.attendee_id = a.id and c.checked_out_at is null
    where a.event_id = $1 and a.status = 'active' group by 1`,
};

async function time(times: number, run: () => Promise<unknown>): Promise<number[]> {
  const found: number[] = [];
  for (let nth = 0; nth < times; nth += 1) {
    const started = performance.now();
    await run();
    found.push(performance.now() - started);
  }
  return found;
}

const FIRST_PAGE: ListQuery = {
  page: 1,
  perPage: PER_PAGE,
  query: '',
  sortBy: 'created_at',
  sortDirection: 'desc',
  filters: [],
};

function contestants(world: World, client: pg.Client, shop: BuiltShop, listTimes: number[]) {
  const { db } = world.database;
  const scope = scopeOfRow(shop);
  const actor = {
    kind: 'user',
    accountId: shop.accountId,
    userId: shop.userId,
    role: 'owner',
  } as Ctx['actor'];
  const ctx = { db, actor, now: new Date(), locale: 'en', requestId: null } as unknown as Ctx;
  const list = async (change: Partial<ListQuery>) => {
    const times = await time(15, () =>
      listByEvent(db, scope, shop.eventId, attendeeListRules, { ...FIRST_PAGE, ...change }),
    );
    listTimes.push(...times);
    return percentile(times, 50);
  };
  const sql = async (times: number, ...statements: [string, unknown[]][]) => {
    const run = async () => {
      for (const [text, values] of statements) await client.query(text, values);
    };
    return percentile(await time(times, run), 50);
  };
  const { eventId } = shop;
  return [
    ...Object.entries(SEARCHES).flatMap(([kind, word]) => [
      { name: `search ${kind}`, run: () => list({ query: word }) },
      {
        name: `ilike ${kind}`,
        run: () =>
          sql(3, [BASELINES.search, [eventId, `%${word}%`]], [BASELINES.count, [eventId, `%${word}%`]]),
      },
    ]),
    { name: 'first page', run: () => list({}) },
    { name: 'last page', run: () => list({ page: Math.floor(ATTENDEES / PER_PAGE) - 5 }) },
    { name: 'offset', run: () => sql(3, [BASELINES.page, [eventId, ATTENDEES - 100]]) },
    {
      name: 'dashboard',
      run: async () => percentile(await time(15, () => getEventStats(ctx, eventId)), 50),
    },
    {
      name: 'computed',
      run: () => sql(3, [BASELINES.sales, [eventId]], [BASELINES.entries, [eventId]]),
    },
  ];
}

/** Goal 10: the organizer's pages at 100,000 attendees, in process. The figure of a round is a median itself. */
export async function readsGroup(bench: Bench, report: Report): Promise<void> {
  const { world, shop } = await bench.hall();
  const listTimes: number[] = [];
  const measured = await withClient(world.url, async (client) => {
    const all = contestants(world, client, shop, listTimes);
    await interleave(1, all);
    listTimes.length = 0;
    return interleave(bench.rounds, all);
  });
  const p50 = (name: string) => measured[name] ?? [];
  const most = (what: string, a: string, b: string, atMost: number) =>
    report.goal('10', what, 'x', ratios(p50(a), p50(b)), { atMost });
  for (const name of Object.keys(measured))
    report.figure('-', `100k attendees: ${name}, p50`, 'ms', p50(name));
  for (const kind of Object.keys(SEARCHES))
    most(`search for ${kind} / ILIKE without index`, `search ${kind}`, `ilike ${kind}`, 0.05);
  most('page at depth 100k / first page', 'last page', 'first page', 2);
  most('page at depth 100k / wide rows by OFFSET', 'last page', 'offset', 0.05);
  most('dashboard / computed from the rows', 'dashboard', 'computed', 0.05);
  report.goal('list', 'attendee list of any kind, p95', 'ms', [percentile(listTimes, 95)], { atMost: 100 });
}
