import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { FeedRow } from './changes.ts';
import { type Cursor, KEPT_SECONDS } from './cursor.ts';

/** What is kept beyond KEPT_SECONDS: longer than any transaction that writes to the feed may take. */
const SPARE_SECONDS = 120;
/** Readers that are this far behind read everything again instead. */
const MOST_ROWS = 5_000;
const MOST_MISSED = 500;
/** How long it is told who was added, changed, let in or out, for the phones at doors. The tick keeps a little more. */
export const PEOPLE_KEPT_SECONDS = 24 * 3600;

type Line = {
  epoch: string;
  upto: string;
  seconds: number;
  account_id: number | null;
  event_id: number | null;
  noun: string;
  kind: string;
  ids: number[];
};

const toRow = (line: Line): FeedRow[] =>
  line.account_id === null
    ? []
    : [
        {
          accountId: line.account_id,
          eventId: line.event_id,
          noun: line.noun,
          kind: line.kind,
          ids: line.ids,
        },
      ];

/**
 * Reads the edge of the feed, and the lines from `from` up to it. Transactions below the edge have ended, so no line appears
 * there later. One that runs for long keeps the edge back. `rows` is null if there are too many.
 */
export async function readFeed(
  db: Db,
  from: Cursor | null,
): Promise<{ edge: Cursor; rows: FeedRow[] | null }> {
  const { rows: lines } = await sql<Line>`
    with edge as materialized (
      select name as epoch, pg_snapshot_xmin(pg_current_snapshot()) as upto,
        floor(extract(epoch from clock_timestamp()))::int8 as seconds from app.live_epoch)
    select e.epoch, e.upto::text, e.seconds, f.account_id, f.event_id, f.noun, f.kind, f.ids
    from edge e left join app.live_feed f
      on f.xid >= ${String(from?.xid ?? 0)}::text::xid8 and f.xid < e.upto and f.noun <> 'door' and ${from !== null}::boolean
    order by f.xid limit ${MOST_ROWS + 1}`.execute(db);
  const [first] = lines;
  if (!first) {
    await sql`insert into app.live_epoch (name) values (${randomBytes(4).toString('hex')}) on conflict do nothing`.execute(
      db,
    );
    return readFeed(db, from);
  }
  const edge = { epoch: first.epoch, xid: BigInt(first.upto), seconds: first.seconds };
  return { edge, rows: lines.length > MOST_ROWS ? null : lines.flatMap(toRow) };
}

/**
 * What an account missed below `edge`: since a cursor, or in the last seconds. Null if there is more than is worth
 * repeating.
 */
export async function readMissed(
  db: Db,
  accountId: number,
  since: { cursor: Cursor } | { seconds: number },
  edge: Cursor,
): Promise<FeedRow[] | null> {
  const begins: RawBuilder<unknown> =
    'cursor' in since
      ? sql`xid >= ${String(since.cursor.xid)}::text::xid8`
      : sql`at > clock_timestamp() - make_interval(secs => ${since.seconds})`;
  const { rows } = await sql<Line>`
    select account_id, event_id, noun, kind, ids from app.live_feed
    where ${begins} and xid < ${String(edge.xid)}::text::xid8 and account_id = ${accountId} and noun <> 'door'
    order by xid limit ${MOST_MISSED + 1}`.execute(db);
  return rows.length > MOST_MISSED ? null : rows.flatMap(toRow);
}

/** Removes what nobody can ask for any more. */
export async function trimFeed(db: Db): Promise<void> {
  await sql`delete from app.live_feed
    where noun not in ('attendees', 'door')
      and at < clock_timestamp() - make_interval(secs => ${KEPT_SECONDS + SPARE_SECONDS})`.execute(db);
  await sql`delete from app.live_feed
    where at < clock_timestamp() - make_interval(secs => ${PEOPLE_KEPT_SECONDS + SPARE_SECONDS})`.execute(db);
}
