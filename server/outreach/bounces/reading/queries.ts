import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';

const TURN = sql`app.now() + interval '2 minutes'`;

/** Takes the turn to read the mailbox for two minutes. False: another process reads it. */
export async function takeTurn(db: Db): Promise<boolean> {
  const { rows } = await sql`update app.bounce_mailbox set reading_until = ${TURN}
    where reading_until is null or reading_until < app.now() returning only_one`.execute(db);
  return rows.length === 1;
}

/** Keeps the turn for two more minutes. False: it took too long, and another process may read. */
export async function keepTurn(db: Db): Promise<boolean> {
  const { rows } = await sql`update app.bounce_mailbox set reading_until = ${TURN}
    where reading_until > app.now() returning only_one`.execute(db);
  return rows.length === 1;
}

/** Ends the turn, and says how it went. `problem`: why the mailbox could not be read; null if it was. */
export async function endTurn(db: Db, problem: string | null): Promise<void> {
  await sql`update app.bounce_mailbox set reading_until = null, problem = ${problem},
    failing_since = case when ${problem}::text is null then null else coalesce(failing_since, app.now()) end,
    read_at = case when ${problem}::text is null then app.now() else read_at end`.execute(db);
}
