import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

/** The size of one part in bytes. A process holds no more of a file at once. */
const PART = 256 * 1024;

type OfRun = { scope: AccountScope; runId: number };

/** A run that is not over, with its row locked against its end, so that nothing changes the parts of one that is. */
const waitingRun = ({ scope, runId }: OfRun) => sql`(select account_id, id from app.export_runs
  where account_id = ${scope.accountId} and id = ${runId} and status = 'waiting' for share)`;

const writePart = (db: Db, of: OfRun, nth: number, content: Buffer) =>
  sql`insert into app.export_parts (account_id, run_id, nth, content)
    select r.account_id, r.id, ${nth}::int, ${content}::bytea from ${waitingRun(of)} r`.execute(db);

/** The size of a file in bytes, and the number and hash of each of its parts. */
type Written = { bytes: number; parts: string[] };

/**
 * Writes the file of a run that is not over, part by part, in place of what an earlier try left. Each part is a statement
 * of its own, so that no transaction lasts as long as the file. So two tries at once may mix their parts: `isWhole` tells.
 */
export async function writeFile(db: Db, of: OfRun, body: Readable): Promise<Written> {
  await sql`delete from app.export_parts p using ${waitingRun(of)} r where p.run_id = r.id`.execute(db);
  let [waiting, size, bytes]: [Buffer[], number, number] = [[], 0, 0];
  const parts: string[] = [];
  const flush = async () => {
    if (size === 0) return;
    const content = Buffer.concat(waiting);
    await writePart(db, of, parts.length, content);
    parts.push(`${parts.length} ${createHash('sha256').update(content).digest('hex')}`);
    [waiting, bytes, size] = [[], bytes + size, 0];
  };
  for await (const chunk of body) {
    const piece = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as string | Uint8Array);
    waiting.push(piece);
    size += piece.length;
    if (size >= PART) await flush();
  }
  await flush();
  return { bytes, parts };
}

/** Whether a run's file is what one try wrote. The row of the run must be locked. */
export async function isWhole(tx: Tx, { scope, runId }: OfRun, { parts }: Written): Promise<boolean> {
  const { rows } = await sql<{ part: string }>`
    select nth || ' ' || encode(sha256(content), 'hex') as part from app.export_parts
    where account_id = ${scope.accountId} and run_id = ${runId} order by nth`.execute(tx);
  return rows.map(({ part }) => part).join() === parts.join();
}

/** The file of a run as a stream, read part by part. */
export function readFile(db: Db, { scope, runId }: OfRun): Readable {
  async function* parts() {
    for (let nth = 0; ; nth += 1) {
      const part = await db
        .selectFrom('export_parts')
        .select('content')
        .where('account_id', '=', scope.accountId)
        .where('run_id', '=', runId)
        .where('nth', '=', nth)
        .executeTakeFirst();
      if (!part) return;
      yield part.content;
    }
  }
  return Readable.from(parts(), { objectMode: false });
}

const AT_ONCE = 100;

/** Deletes the files that cannot be downloaded any more, of all accounts, some in a transaction. */
export async function removeOldFiles(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: number }>`
      with old as (select id from app.export_runs where file_until <= app.now() order by file_until
          limit ${AT_ONCE} for no key update skip locked),
        gone as (delete from app.export_parts p using old where p.run_id = old.id)
      update app.export_runs r set file_until = null from old where r.id = old.id returning r.id`.execute(db);
    if (rows.length < AT_ONCE) return;
  }
}

/** Forgets runs that ended long ago, and those of schedules that were deleted for good, of all accounts, some in a transaction. */
export async function removeOldRuns(db: Db): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from app.export_runs where id in (
        select r.id from app.export_runs r join app.scheduled_exports s on s.id = r.scheduled_export_id
        where r.ended_at < app.now() - interval '90 days' or s.deleted_at <= app.now() - interval '1 day'
        limit ${AT_ONCE})`.execute(db);
    if (Number(numAffectedRows ?? 0) < AT_ONCE) return;
  }
}
