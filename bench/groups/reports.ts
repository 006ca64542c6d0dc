import { COOKIES } from '@entrada/contract/constants';
import { buildSession } from '../../server/accounts/factory.ts';
import { insertOrders } from '../bulk.ts';
import type { Report } from '../report.ts';
import { interleave } from '../rounds.ts';
import { buildShop } from '../shops.ts';
import { percentile } from '../stats.ts';
import { type Bench, type Hall, openWorld, prepare } from '../world.ts';

const CALLS = 10;
const ORDERS = 100_000;
const DAYS = 365;

/** One unit: 20.00 with a fee of 6 % and a tax of 10 % in it, 21.20 of which 1.93 are tax. */
const CHARGES = JSON.stringify([
  {
    id: 1,
    name: 'Booking',
    type: 'fee',
    calculation: 'percentage',
    rate: '6.0000',
    amount: null,
    included: false,
    value: 120,
  },
  {
    id: 2,
    name: 'VAT',
    type: 'tax',
    calculation: 'percentage',
    rate: '10.0000',
    amount: null,
    included: true,
    value: 193,
  },
]);

/**
 * 100,000 paid orders over a year. One in ten has a promo code, one in 50 was refunded as a whole and one in 100 in part, one
 * in 500 was lost to a dispute. Every order and every ticket has an answer, and a third of the people came.
 */
async function openYear(bench: Pick<Bench, 'databases'>): Promise<Hall & { questions: number[] }> {
  const world = await openWorld(bench);
  const shop = await buildShop(world.database.db, { type: 'paid' });
  const { eventId } = shop;
  let questions: number[] = [];
  await prepare(world.url, async (client) => {
    // The figures are computed at the end, from all that is written here.
    const FIGURED = {
      orders: ['figure_new_orders', 'figure_orders'],
      attendees: ['figure_attendees'],
      answers: ['figure_new_answers'],
      payments: ['figure_new_payments'],
    };
    const figure = async (how: 'disable' | 'enable always') => {
      for (const [table, triggers] of Object.entries(FIGURED))
        for (const trigger of triggers)
          await client.query(`alter table app.${table} ${how} trigger ${trigger}`);
    };
    await figure('disable');
    await insertOrders(client, { shop, count: ORDERS, status: 'completed', attendees: true });
    await client.query(
      `update app.order_items i set unit_list = 2000, unit_fees = 120, unit_tax_included = 193, unit_total = 2120, charges = $2
       from app.orders o where o.id = i.order_id and o.event_id = $1`,
      [eventId, CHARGES],
    );
    await client.query(
      `update app.orders o set completed_at = app.now() - make_interval(days => (id % $2)::int),
         list_total = 2000 * q.n, fee_total = 120 * q.n, tax_included_total = 193 * q.n, total = 2120 * q.n,
         payment_status = 'paid', source = case when o.id % 3 = 0 then 'referrer|site' || o.id % 20 || '.test' end,
         promo_code_id = case when o.id % 10 = 0 then (select id from app.promo_codes where event_id = $1) end,
         refunded_total = case when o.id % 50 = 0 then 2120 * q.n when o.id % 100 = 1 then 700 else 0 end
       from (select order_id, quantity as n from app.order_items) q where q.order_id = o.id and o.event_id = $1`,
      [eventId, DAYS],
    );
    await client.query(
      `insert into app.payments (account_id, order_id, provider, provider_payment_id, idempotency_key, amount, currency, status)
       select account_id, id, 'test_bank', 'pay_' || id, 'pay_' || id, total, currency, 'succeeded' from app.orders where event_id = $1`,
      [eventId],
    );
    await client.query(
      `insert into app.refunds (account_id, order_id, payment_id, amount, currency, status, reason, settled_at)
       select o.account_id, o.id, p.id, o.refunded_total, o.currency, 'succeeded', 'requested', o.completed_at
       from app.orders o join app.payments p on p.order_id = o.id where o.event_id = $1 and o.refunded_total > 0`,
      [eventId],
    );
    await client.query(
      `insert into app.disputes (account_id, order_id, payment_id, provider_dispute_id, amount, currency, reason, status, lost_at)
       select o.account_id, o.id, p.id, 'dp_' || o.id, o.total, o.currency, 'fraudulent', 'lost', o.completed_at
       from app.orders o join app.payments p on p.order_id = o.id where o.event_id = $1 and o.id % 500 = 3`,
      [eventId],
    );
    const asked = await client.query<{ id: number; scope: string }>(
      `insert into app.questions (account_id, event_id, scope, type, title, options, position)
       select account_id, id, s.scope, 'radio', 'How did you hear of us? ' || s.scope, array['A', 'B', 'C', 'D'], 1
       from app.events, (values ('order'), ('attendee')) s(scope) where id = $1 returning id, scope`,
      [eventId],
    );
    const answer = `to_jsonb((array['A', 'B', 'C', 'D'])[1 + (x.id % 4)::int])`;
    for (const { id, scope } of asked.rows)
      await client.query(
        `insert into app.answers (account_id, question_id, order_id, attendee_id, title, type, value)
         select account_id, $2, ${scope === 'order' ? 'id, null' : 'order_id, id'}, 'How?', 'radio', ${answer}
         from app.${scope === 'order' ? 'orders' : 'attendees'} x where event_id = $1`,
        [eventId, id],
      );
    questions = asked.rows.map(({ id }) => Number(id));
    await client.query(
      `with list as (
         insert into app.check_in_lists (account_id, event_id, short_id, name)
         select account_id, id, 'cl_' || substr(md5(random()::text), 1, 22), 'Main door' from app.events where id = $1
         returning id, account_id, event_id)
       insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id, checked_in_at)
       select l.account_id, l.event_id, l.id, a.id, app.now() - make_interval(secs => a.id % 7200)
       from list l join app.attendees a on a.event_id = l.event_id where a.id % 3 = 0`,
      [eventId],
    );
    await figure('enable always');
    await client.query(
      `insert into app.daily_figures (account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax, tax_added, is_folded)
       select account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax, tax_added, true
       from app.daily_figures_recomputed where event_id = $1`,
      [eventId],
    );
    await client.query(
      `insert into app.answer_figures (account_id, event_id, question_id, day, answer, orders, sold, paid, is_folded)
       select account_id, event_id, question_id, day, answer, orders, sold, paid, true
       from app.answer_figures_recomputed where event_id = $1`,
      [eventId],
    );
    await client.query('select app.fold_tallies($1)', [eventId]);
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  });
  return { world, shop, questions };
}

/** Every report over a year at 100,000 orders, and those over the account. A figure of a round is the 95th percentile of its calls. */
export async function reportsGroup(bench: Bench, report: Report): Promise<void> {
  const { world, shop, questions } = await openYear(bench);
  try {
    const token = await buildSession(world.database.db, shop.userId, shop.accountId);
    const event = `events/${shop.eventId}/reports`;
    const paths = {
      sales: `${event}/sales`,
      'promo codes': `${event}/promo_codes`,
      sources: `${event}/sources`,
      taxes: `${event}/taxes`,
      refunds: `${event}/refunds`,
      payouts: `${event}/payouts`,
      'answers of orders': `${event}/answers?question=${questions[0]}`,
      'answers of tickets': `${event}/answers?question=${questions[1]}`,
      attendance: `${event}/attendance`,
      'sales of the account': 'reports/sales',
      'taxes of the account': 'reports/taxes',
      'payouts of the account': 'reports/payouts',
    };
    const all = Object.entries(paths).map(([name, path]) => ({
      name,
      run: async () => {
        const times: number[] = [];
        for (let nth = 0; nth < CALLS; nth += 1) {
          const started = performance.now();
          const reply = await fetch(`http://127.0.0.1:${world.port}/api/${path}`, {
            headers: { cookie: `${COOKIES.session}=${token}` },
          });
          const body = await reply.text();
          if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${body}`);
          times.push(performance.now() - started);
        }
        return percentile(times, 95);
      },
    }));
    await interleave(1, all);
    const measured = await interleave(bench.rounds, all);
    for (const { name } of all)
      report.goal('reports', `100k orders, a year: ${name}, p95`, 'ms', measured[name] ?? [], {
        atMost: 300,
      });
  } finally {
    await world.close();
  }
}
