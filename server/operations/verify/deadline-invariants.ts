import type { Invariant } from './types.ts';

/**
 * Whether a process that runs jobs has reported in the last minute. Without one nothing counts as late,
 * because all deadlines wait for it.
 */
export const WORKER_IS_ALIVE = `exists (select from app.worker_heartbeats where seen_at > clock_timestamp() - interval '1 minute')`;

const ORDER = `format('Order %s (event %s)', o.reference, o.event_id)`;
const SINCE = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"')`;

/** I11: nothing that is not final stays more than two minutes past its deadline. */
export const DEADLINE_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I11',
    rule: 'No hold lives on after its deadline',
    query: `
      select o.id as order_id, o.status, o.payment_status, o.expires_at,
        ${ORDER} || format(': its hold ended at %s and still keeps its tickets', ${SINCE('o.expires_at')}) as drift
      from app.orders o where o.status = 'reserved' and o.expires_at < app.now() - interval '2 minutes' and ${WORKER_IS_ALIVE}`,
  },
  {
    id: 'I11',
    rule: 'No order waits for ever for its payment to be cancelled',
    // Two minutes after its deadline, a cancelling order no longer waits for its payment.
    query: `
      select o.id as order_id, o.payment_status, o.expires_at,
        ${ORDER} || format(': waits since before %s for its payment to be cancelled', ${SINCE('o.expires_at')}) as drift
      from app.orders o where o.status = 'cancelling' and o.expires_at < app.now() - interval '4 minutes' and ${WORKER_IS_ALIVE}`,
  },
  {
    id: 'I11',
    rule: 'No order waits for a payment without a card beyond its due date',
    // A job looks for these orders every minute.
    query: `
      select o.id as order_id, o.offline_due_at,
        ${ORDER} || case when o.offline_due_at is null then ': waits for a payment without a card, and for how long is not known'
          else format(': was to be paid until %s and still keeps its places', ${SINCE('o.offline_due_at')}) end as drift
      from app.orders o where o.status = 'awaiting_offline_payment'
        and coalesce(o.offline_due_at, '-infinity') < app.now() - interval '4 minutes' and ${WORKER_IS_ALIVE}`,
  },
  {
    id: 'I11',
    rule: 'The provider is asked in time about every payment that is open',
    query: `
      select p.id as payment_id, o.id as order_id, p.status, p.reconcile_at,
        ${ORDER} || format(': payment %s is %s, and %s', p.id, p.status, case when p.reconcile_at is null
          then 'nobody will ask how it stands' else 'should have been asked for at ' || ${SINCE('p.reconcile_at')} end) as drift
      from app.payments p join app.orders o on o.id = p.order_id
      where p.status in ('creating', 'requires_payment', 'requires_action', 'processing')
        and coalesce(p.reconcile_at, '-infinity') < app.now() - interval '2 minutes' and ${WORKER_IS_ALIVE}`,
  },
  {
    id: 'I11',
    rule: 'Every message of the provider that waits has the job that works it off',
    query: `
      select w.id as webhook_id, w.type, w.received_at,
        format('Message %s of %s (%s) waits since %s, and no job will work it off', w.event_id, w.provider, w.type, ${SINCE('w.received_at')}) as drift
      from app.webhook_inbox w
      left join graphile_worker.jobs j on j.key = 'webhook:' || w.id and j.attempts < j.max_attempts
      where w.processed_at is null and w.received_at < app.now() - interval '2 minutes' and j.id is null`,
  },
  {
    id: 'I11',
    rule: 'Every refund that is not decided is made, or asked about, in time',
    query: `
      select r.id as refund_id, o.id as order_id, r.ask_at,
        ${ORDER} || format(': its refund %s of %s %s is pending, and %s', r.id, r.amount, r.currency, case when r.ask_at is null
          then 'nobody will ask how it stands' else 'should have been asked for at ' || ${SINCE('r.ask_at')} end) as drift
      from app.refunds r join app.orders o on o.id = r.order_id
      where r.status = 'pending' and coalesce(r.ask_at, '-infinity') < app.now() - interval '2 minutes' and ${WORKER_IS_ALIVE}`,
  },
  {
    id: 'I11',
    rule: 'An import of guests that has ended leaves nothing staged, and none runs on after its deadline',
    query: `
      select g.id as guest_import_id, g.state, n.orders,
        format('The import of guests %s (event %s) %s', g.id, g.event_id, case
          when g.state = 'running' then format('should have ended before %s', ${SINCE('g.started_at')} )
          else format('has ended and leaves %s orders and %s rows', n.orders, jsonb_array_length(g.rows)) end) as drift
      from app.guest_imports g cross join lateral (
        select count(*) as orders from app.orders o where o.import_id = g.id
          and (g.state = 'failed' or o.status in ('reserved', 'expired'))) n
      where (g.state <> 'running' and (n.orders > 0 or g.rows <> '[]' or g.hold_id is not null))
        or (g.state = 'running' and g.started_at < app.now() - interval '70 minutes' and ${WORKER_IS_ALIVE})`,
  },
  {
    id: 'I11',
    rule: 'No scheduled export waits beyond its moment',
    query: `
      select s.id as scheduled_export_id, s.next_at,
        format('Scheduled export %s (event %s) was due at %s', s.id, s.event_id, ${SINCE('s.next_at')}) as drift
      from app.scheduled_exports s where s.next_at < app.now() - interval '2 minutes' and ${WORKER_IS_ALIVE}`,
  },
  {
    id: 'I11',
    rule: 'The file of a scheduled export is whole while it can be downloaded, and is deleted then',
    query: `
      select r.id as export_run_id, r.bytes, p.bytes as stored,
        format('The file of run %s of scheduled export %s %s', r.id, r.scheduled_export_id, case
          when r.file_until is null then format('should be deleted and has %s bytes', p.bytes)
          when r.bytes <> p.bytes then format('should have %s bytes and has %s', r.bytes, p.bytes)
          else format('should be deleted since %s', ${SINCE('r.file_until')}) end) as drift
      from app.export_runs r cross join lateral (
        select coalesce(sum(octet_length(content)), 0) as bytes from app.export_parts where run_id = r.id) p
      where r.status <> 'waiting' and (r.bytes <> p.bytes and r.file_until is not null
        or p.bytes > 0 and r.file_until is null
        or r.file_until < app.now() - interval '40 minutes' and ${WORKER_IS_ALIVE})`,
  },
];
