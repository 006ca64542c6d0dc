import type { Corruption, World } from './world.ts';

/** Scheduled exports and their files. */
export function scheduledExportCorruptions(world: World): Corruption[] {
  const scheduled = (nextAt: string) => `
    with made as (insert into app.scheduled_exports (account_id, event_id, what, format, locale, hour, timezone, next_at, created_by)
      select ${world.accountId}, ${world.eventId}, 'orders', 'csv', 'en', 8, 'UTC', ${nextAt}, min(id) from app.users returning *)`;
  /** A run that is over, with a file of three bytes. */
  const exportRun = (fileUntil: string, bytes: number) => `${scheduled(`app.now() + interval '1 day'`)},
    run as (insert into app.export_runs (account_id, scheduled_export_id, what, format, query, locale, due_at, status, filename,
      content_type, rows, bytes, ended_at, file_until)
      select account_id, id, what, format, query, locale, app.now(), 'done', 'a.csv', 'text/csv', 1, ${bytes}, app.now(),
        ${fileUntil} from made returning *)
    insert into app.export_parts (account_id, run_id, nth, content) select account_id, id, 0, 'abc' from run`;

  return [
    [
      'I11',
      /Scheduled export \d+ \(event \d+\) was due at/,
      `${scheduled(`app.now() - interval '3 minutes'`)} select id from made`,
    ],
    [
      'I12',
      /Scheduled export \d+ "orders" was changed 2 times, the audit knows of 0/,
      `${scheduled(`app.now() + interval '1 day'`)} select id from made; update app.scheduled_exports set version = 3`,
    ],
    [
      'I11',
      /The file of run \d+ of scheduled export \d+ should have 9 bytes and has 3/,
      exportRun(`app.now() + interval '1 day'`, 9),
    ],
    [
      'I11',
      /The file of run \d+ of scheduled export \d+ should be deleted and has 3 bytes/,
      exportRun('null', 3),
    ],
    [
      'I11',
      /The file of run \d+ of scheduled export \d+ should be deleted since/,
      exportRun(`app.now() - interval '1 hour'`, 3),
    ],
  ];
}
