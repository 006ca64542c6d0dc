import type { Invariant } from './types.ts';

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
