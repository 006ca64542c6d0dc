import type { Invariant } from './types.ts';

const edited = (what: string, table: string, type: string, name: string): Invariant => ({
  id: 'I12',
  rule: `Every change to ${what} is in the audit`,
  query: `
    with noted as (select target_id, count(*) filter (where action not like '%.created') as n
      from app.audit_entries where target_type = '${type}' group by target_id)
    select r.id as ${type}_id, r.version, coalesce(n.n, 0) as audited,
      format('${what[0]?.toUpperCase()}${what.slice(1)} %s "%s" was changed %s times, the audit knows of %s', r.id, r.${name},
        r.version - 1, coalesce(n.n, 0)) as drift
    from ${table} r left join noted n on n.target_id = r.id where r.version - 1 > coalesce(n.n, 0)`,
});

/** I12: every change that the tables show has an audit entry, and its user is a member of the account. */
export const AUDIT_INVARIANTS: readonly Invariant[] = [
  edited('event', 'app.events', 'event', 'title'),
  edited('ticket', 'app.tickets', 'ticket', 'name'),
  edited('capacity assignment', 'app.capacity_assignments', 'capacity_assignment', 'name'),
  edited('question', 'app.questions', 'question', 'title'),
  edited('scheduled export', 'app.scheduled_exports', 'scheduled_export', 'what'),
  {
    id: 'I12',
    rule: 'Everything in the audit was done by a member of the account it belongs to',
    query: `
      select e.id as audit_entry_id, e.account_id, e.user_id,
        format('Audit entry %s (%s of %s %s) names user %s, who is none of account %s', e.id, e.action, e.target_type,
          e.target_id, e.user_id, e.account_id) as drift
      from app.audit_entries e left join app.memberships m on m.account_id = e.account_id and m.user_id = e.user_id
      where e.user_id is not null and m.user_id is null`,
  },
];

/** I14: a job on many rows counts what its rows say, and leaves none behind. */
export const BULK_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I14',
    rule: 'A job on many rows counts each of its rows once, and is over only without open ones',
    query: `
      with counted as (
        select job_id, count(*) as total, count(*) filter (where outcome = 'changed') as changed,
          count(*) filter (where outcome = 'kept') as kept
        from app.bulk_job_rows group by job_id)
      select j.id as bulk_job_id, j.status, j.total, j.changed, j.kept,
        format('Job %s (%s of %s) is %s with %s of %s rows changed and %s kept, its rows say %s of %s and %s', j.id, j.kind, j.noun,
          j.status, j.changed, j.total, j.kept, coalesce(c.changed, 0), coalesce(c.total, 0), coalesce(c.kept, 0)) as drift
      from app.bulk_jobs j left join counted c on c.job_id = j.id
      where (j.total, j.changed, j.kept) is distinct from (coalesce(c.total, 0), coalesce(c.changed, 0), coalesce(c.kept, 0))
        or j.status = 'done' and j.changed + j.kept < j.total`,
  },
];
