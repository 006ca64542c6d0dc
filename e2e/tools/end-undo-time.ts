import pg from 'pg';
import { databaseUrl } from './environment.ts';

/**
 * Ends the time in which what an organizer began can be taken back: messages of an event, and a change of it. Jobs then do
 * the work within some seconds. No call of the API can do this.
 */
export async function endUndoTime(eventId: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    await client.query(
      `update app.messages set send_at = app.now(), undo_until = app.now()
       where event_id = $1 and status = 'scheduled' and undo_until > app.now()`,
      [eventId],
    );
    await client.query(
      `with due as (
         update app.event_changes set begins_at = app.now() where event_id = $1 and status = 'waiting' returning id)
       update graphile_worker._private_jobs j set run_at = now() from due where j.key = 'event-change:' || due.id`,
      [eventId],
    );
  } finally {
    await client.end();
  }
}
