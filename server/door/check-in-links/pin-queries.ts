import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { FREE_TRIES, LONGEST_PAUSE_SECONDS, QUIET_SECONDS } from './core/pin.ts';

/**
 * Counts one try before the PIN is compared, so that tries at the same time count too. Answers how many there were, or for how
 * many seconds the caller has to pause. A try within a pause does not lengthen it. Each pause is twice as long as the one
 * before. All by the clock of the database, for all processes together.
 */
export async function countTry(
  db: Db,
  { linkId, caller }: { linkId: number; caller: Buffer },
): Promise<{ tries: number } | { pauseSeconds: number }> {
  const tries = sql`case when t.tried_at < app.now() - make_interval(secs => ${QUIET_SECONDS}) then 1 else t.tries + 1 end`;
  const pause = sql`case when ${tries} < ${FREE_TRIES} then 0
    else least(${LONGEST_PAUSE_SECONDS}, power(2, least(${tries}, 30) - ${FREE_TRIES})) end`;
  const { rows } = await sql<{ tries: number }>`
    insert into app.door_pin_tries as t (check_in_link_id, caller, tries, paused_until, tried_at)
    values (${linkId}, ${caller}, 1, app.now(), app.now())
    on conflict (check_in_link_id, caller) do update
    set tries = ${tries}, paused_until = app.now() + make_interval(secs => ${pause}), tried_at = app.now()
    where t.paused_until <= app.now()
    returning tries`.execute(db);
  const [counted] = rows;
  if (counted) return counted;
  const left = await db
    .selectFrom('door_pin_tries')
    .select(sql<number>`ceil(extract(epoch from paused_until - app.now()))::int`.as('seconds'))
    .where('check_in_link_id', '=', linkId)
    .where('caller', '=', caller)
    .executeTakeFirst();
  return { pauseSeconds: Math.max(1, left?.seconds ?? 1) };
}

/** Forgets the tries of a caller who knew the PIN. */
export async function forgetTries(
  db: Db,
  { linkId, caller }: { linkId: number; caller: Buffer },
): Promise<void> {
  await db
    .deleteFrom('door_pin_tries')
    .where('check_in_link_id', '=', linkId)
    .where('caller', '=', caller)
    .execute();
}

/** Removes tries that count no more, and phones that nobody has seen for three months. */
export async function forgetOldPhones(db: Db): Promise<void> {
  await sql`delete from app.door_pin_tries where tried_at < app.now() - make_interval(secs => ${2 * QUIET_SECONDS})`.execute(
    db,
  );
  await sql`delete from app.door_devices where last_seen_at < app.now() - interval '90 days'`.execute(db);
}
