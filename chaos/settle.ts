import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../server/db/client.ts';
import { verify } from '../server/operations/verify/service.ts';
import type { ChaosDatabase } from './database.ts';
import { findLost } from './journal.ts';
import type { World } from './world.ts';

const DRAIN_MS = 60_000;
/** The system is at rest if nothing new appears for this long. */
const STILL_MS = 1_500;

/** Everything that is not final, as text. Empty if the system is at rest. */
const UNFINISHED = `
  select format('order %s is %s', short_id, status) as what from app.orders where status in ('reserved', 'cancelling')
  union all select format('payment %s of order %s is %s', p.id, p.order_id, p.status) from app.payments p
    where p.status in ('creating', 'requires_payment', 'requires_action', 'processing')
  union all select format('webhook %s is not processed', id) from app.webhook_inbox where processed_at is null
  union all select format('mail %s is queued', id) from app.mails where status = 'queued'
  union all select format('payment %s settles at the bank', id) from test_bank.payments where settle_at is not null
  union all select format('refund %s settles at the bank', id) from test_bank.refunds where settle_at is not null
  union all select format('change %s of event %s is %s', id, event_id, status) from app.event_changes
    where status in ('waiting', 'running')
  union all select format('delivery %s of the bank waits', id) from test_bank.deliveries where next_attempt_at is not null
  union all select format('job %s %s waits, attempt %s of %s: %s', id, task_identifier, attempts, max_attempts, last_error)
    from graphile_worker.jobs where task_identifier not in ('sweep_holds', 'sweep_mails', 'sweep_imports')
      -- A process that dies with a job uses up one of its attempts; what these were for is looked for by the sweep,
      -- and what is not done of it stands above.
      and not (task_identifier in ('reconcile_payment', 'end_payment', 'settle_refund', 'process_webhook', 'send_mail')
        and attempts >= max_attempts)`;

/**
 * Compares the bank's books with ours: the same payments with the same result. Money was taken only for tickets, or
 * it was refunded.
 */
const BOOKS = `
  select format('the bank has %s of payment %s (order %s), refunded %s; we have it as %s, order %s, refund %s',
    b.status, b.id, b.order_short_id, b.refunded, p.status, o.status, o.refund_status) as what
  from test_bank.payments b
  left join app.payments p on p.provider_payment_id = b.id
  left join app.orders o on o.id = p.order_id
  where (b.status = 'succeeded' and (p.status is distinct from 'succeeded' or p.amount <> b.amount or p.currency <> b.currency
      or o.short_id <> b.order_short_id or (o.status = 'completed') = (b.refunded > 0)
      or b.refunded not in (0, b.amount) and o.status <> 'completed'))
    or (b.status not in ('succeeded', 'failed', 'cancelled') and (p.id is null or p.status <> b.status))
  union all
  select format('we have payment %s as succeeded, the bank as %s', p.id, b.status)
  from app.payments p left join test_bank.payments b on b.id = p.provider_payment_id
  where p.status = 'succeeded' and b.status is distinct from 'succeeded'
  union all
  select format('order %s has %s payments that took money', order_short_id, count(*))
  from test_bank.payments where status = 'succeeded' and refunded = 0 group by order_short_id having count(*) > 1`;

/** Events that are not at the time of their last move. */
const MOVED_WRONGLY = `
  select format('event %s starts at %s, its last move says %s', e.id, e.starts_at, c.after->>'startsAt') as what
  from app.events e
  join (select distinct on (event_id) event_id, after from app.event_changes where status <> 'undone'
    order by event_id, id desc) c on c.event_id = e.id
  where e.starts_at <> (c.after->>'startsAt')::timestamptz`;

/** Brings forward what would happen in minutes or hours: deadlines, retries, settlements. */
const HURRY = [
  `update app.orders set expires_at = app.now() where status = 'reserved' and expires_at > app.now()`,
  `update test_bank.payments set settle_at = app.now() where settle_at > app.now()`,
  `update test_bank.refunds set settle_at = app.now() where settle_at > app.now()`,
  `update test_bank.deliveries set next_attempt_at = app.now() where next_attempt_at > app.now()`,
  `update app.event_changes set begins_at = app.now() where status = 'waiting' and begins_at > app.now()`,
  `update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null`,
  // The sweeps search for lost jobs after one minute, so these rows become one minute older.
  `update app.webhook_inbox set received_at = received_at - interval '1 minute' where processed_at is null`,
  `update app.mails set created_at = created_at - interval '1 minute' where status = 'queued'`,
  `select graphile_worker.add_job('sweep_holds', '{}'::json, job_key => 'chaos sweep')`,
  `select graphile_worker.add_job('sweep_mails', '{}'::json, job_key => 'chaos sweep of mails')`,
];

/** The sweep that the crontab runs once a minute. */
export const SWEEP = `select graphile_worker.add_job('sweep_holds', '{}'::json, job_key => 'chaos sweep')`;

/** The number of jobs that wait and are due. */
export const DUE_JOBS = `select count(*)::int as due from graphile_worker._private_jobs where is_available and run_at < now()`;

/** Locks of dead processes are released after a minute. This makes them old enough. */
export async function ageDeadWorkers(database: ChaosDatabase): Promise<void> {
  await database.ask(`update app.worker_heartbeats set seen_at = seen_at - interval '10 minutes'`);
  await database.ask(
    `update graphile_worker._private_jobs set locked_at = locked_at - interval '10 minutes' where locked_at is not null`,
  );
  await database.ask(
    `update graphile_worker._private_job_queues set locked_at = locked_at - interval '10 minutes' where locked_at is not null`,
  );
}

async function unfinished(database: ChaosDatabase): Promise<string[]> {
  return (await database.ask<{ what: string }>(UNFINISHED)).map(({ what }) => what);
}

/** Waits until the system is at rest, and brings deadlines forward. Answers what never became final. */
async function drain(database: ChaosDatabase): Promise<string[]> {
  const until = performance.now() + DRAIN_MS;
  let stillSince: number | null = null;
  let left: string[] = [];
  while (performance.now() < until) {
    left = await unfinished(database);
    if (left.length > 0) stillSince = null;
    else stillSince ??= performance.now();
    if (stillSince !== null && performance.now() - stillSince > STILL_MS) return [];
    if (left.length > 0) for (const statement of HURRY) await database.ask(statement);
    await wait(400);
  }
  return left;
}

/**
 * Ends the load, lets one healthy process finish everything, and checks the result: lost acknowledged answers,
 * differences from the bank's books, broken invariants, stuck jobs. Answers what it found.
 */
export async function settleAndJudge(world: World, log: (line: string) => void): Promise<string[]> {
  const { database, journal } = world;
  log('ending the load');
  await world.endLoad();
  log('letting everything come to its end');
  for (const slot of [0, 1, 2]) await stopSlot(world, slot);
  await ageDeadWorkers(database);
  world.openSlots(1);
  const healthy = world.start(0);
  if ((await healthy.ready) === null) return ['The application does not start after the run'];
  const left = (await drain(database)).slice(0, 10).map((what) => `Not finished: ${what}`);
  const lost = (await findLost(database, journal)).map((ack) => `Acknowledged and lost: ${ack}`);
  const books = (await database.ask<{ what: string }>(BOOKS)).map(({ what }) => `Books: ${what}`);
  const moved = (await database.ask<{ what: string }>(MOVED_WRONGLY)).map(({ what }) => `Moved: ${what}`);
  return [...left, ...lost.slice(0, 10), ...books.slice(0, 10), ...moved, ...(await broken(database))];
}

async function stopSlot(world: World, slot: number): Promise<void> {
  try {
    const app = world.at(slot);
    if (app.exit() === null) await app.kill();
  } catch {
    // No process was started in this slot.
  }
}

async function broken(database: ChaosDatabase): Promise<string[]> {
  const { db, close } = openDatabase({
    url: database.url,
    poolSize: 2,
    applicationName: 'entrada chaos',
    onConnectionError: () => undefined,
    // A check of everything may take longer than a statement of the application.
    silenceMs: null,
  });
  try {
    const { drift } = await verify(db, { rowsShown: 5 });
    return drift.flatMap(({ id, rule, count, rows }) =>
      rows.map((row) => `${id} ${rule} (${count}): ${row.drift}`),
    );
  } finally {
    await close();
  }
}
