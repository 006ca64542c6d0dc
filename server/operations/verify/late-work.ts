import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';

/** Work that should be done by now. It is a warning and no drift: nothing is wrong yet, it only waits. */
export type LateWork = {
  work: 'jobs' | 'mails' | 'webhooks' | 'payments' | 'refunds' | 'orders';
  count: number;
  /** When the oldest of it was due. */
  since: Date;
  /** Its kinds, the most frequent first, for example names of jobs. */
  kinds: string[];
};

/** What is not done two minutes after its time is late. Most of it is done within a second. */
const LATE = `interval '2 minutes'`;

/**
 * Each gives `work`, `kind` and `due_at` of what is late. Unlike the invariants of deadlines they count while no process
 * runs jobs as well. Jobs are due by the real clock, everything else by `app.now()`.
 */
const QUERIES = [
  // Also a job that a dead worker keeps locked. A living worker would free it within a minute.
  `select 'jobs' as work, jobs.task_identifier as kind, greatest(jobs.run_at, jobs.locked_at) as due_at
   from graphile_worker.jobs jobs
   where jobs.attempts < jobs.max_attempts and jobs.run_at < now() - ${LATE} and (jobs.locked_at is null
     or jobs.locked_at < now() - ${LATE} and not exists (select from app.worker_heartbeats alive
       where alive.worker_id = jobs.locked_by and alive.seen_at > clock_timestamp() - ${LATE}))`,
  `select 'mails', kind, greatest(created_at, send_after) from app.mails
   where status = 'queued' and greatest(created_at, send_after) < app.now() - ${LATE}`,
  `select 'webhooks', type, received_at from app.webhook_inbox
   where processed_at is null and received_at < app.now() - ${LATE}`,
  `select 'payments', status, reconcile_at from app.payments
   where status in ('creating', 'requires_payment', 'requires_action', 'processing') and reconcile_at < app.now() - ${LATE}`,
  `select 'refunds', status, ask_at from app.refunds where status = 'pending' and ask_at < app.now() - ${LATE}`,
  `select 'orders', status, due_at from (select status,
     case when status = 'awaiting_offline_payment' then offline_due_at else expires_at end as due_at from app.orders
     where status in ('reserved', 'cancelling', 'awaiting_offline_payment')) open
   where due_at < app.now() - ${LATE}`,
];

/** Finds late work of every kind in the caller's snapshot, the kind of work with the oldest first. */
export async function findLateWork(tx: Tx): Promise<LateWork[]> {
  const { rows } = await sql
    .raw<LateWork>(
      `select work, sum(n)::int as count, min(since) as since, array_agg(kind order by n desc, kind) as kinds
       from (select work, kind, count(*) as n, min(due_at) as since from (${QUERIES.join(' union all ')}) late
         group by work, kind) kinds
       group by work order by min(since)`,
    )
    .execute(tx);
  return rows;
}
