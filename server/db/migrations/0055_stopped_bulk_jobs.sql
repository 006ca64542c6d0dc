-- A person can stop a job on many rows, and let it go on later where it stopped.
alter table app.bulk_jobs drop constraint bulk_jobs_status_check;
alter table app.bulk_jobs add constraint bulk_jobs_status_check
  check (status in ('queued', 'running', 'stopped', 'done', 'failed'));
