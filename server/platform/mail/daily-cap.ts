import { DAY_MS } from '@entrada/contract/constants';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../context.ts';
import { findLeftAlone } from './left-alone.ts';
import { type NewMail, noteLeftOut, queueMails } from './mailer.ts';

/** Days ahead that mails are spread over at most. Those that find no place then all wait for the last. */
const MOST_DAYS = 366;

type Day = { day: string; count: number };

/** Locks the account's count of today. Answers the counts of today and of the days after it that have one. */
async function lockDays(tx: Tx, { accountId }: AccountScope): Promise<[Day, ...Day[]]> {
  const { rows } = await sql<Day>`
    insert into app.mail_days (account_id, day, count) values (${accountId}, (app.now() at time zone 'UTC')::date, 0)
    on conflict (account_id, day) do update set count = app.mail_days.count
    returning day::text, count`.execute(tx);
  const [today] = rows;
  if (!today) throw new Error('A day has no count');
  const later = await sql<Day>`select day::text, count from app.mail_days
    where account_id = ${accountId} and day > ${today.day}::text::date order by day`.execute(tx);
  return [today, ...later.rows];
}

/**
 * Spreads `n` mails over days, as many a day as the cap leaves. `countOf`: what was counted so many days ahead. Answers how
 * many each day gets, today first. Pure.
 */
export function spread(n: number, cap: number, countOf: (ahead: number) => number): number[] {
  const parts: number[] = [];
  for (let left = n, ahead = 0; left > 0; ahead += 1) {
    const room = ahead === MOST_DAYS ? left : Math.max(0, cap - countOf(ahead));
    const part = Math.min(left, room);
    parts.push(part);
    left -= part;
  }
  return parts;
}

/**
 * Queues mails that count towards the daily cap of their account, which is `perDay`. Those beyond it get a later day, in
 * their order. Answers how many wait. `leavesOut`: mails to addresses that are left alone are noted, and not sent. Locks the
 * account's count of today until the commit.
 */
export async function queueCapped(
  tx: Tx,
  scope: AccountScope,
  {
    mails: all,
    perDay,
    leavesOut = false,
  }: { mails: readonly NewMail[]; perDay: number; leavesOut?: boolean },
): Promise<{ waiting: number }> {
  const alone = await findLeftAlone(tx, scope, leavesOut ? all.map(({ to }) => to) : []);
  const isAlone = ({ to }: NewMail) => alone.has(to.toLowerCase());
  await noteLeftOut(tx, all.filter(isAlone));
  const mails = all.filter((mail) => !isAlone(mail));
  if (mails.length === 0) return { waiting: 0 };
  const counted = await lockDays(tx, scope);
  const today = Date.parse(`${counted[0].day}T00:00:00Z`);
  const dayOf = (ahead: number) => new Date(today + ahead * DAY_MS);
  const counts = new Map(counted.map(({ day, count }) => [day, count]));
  const nameOf = (ahead: number) => dayOf(ahead).toISOString().slice(0, 10);
  const parts = spread(mails.length, perDay, (ahead) => counts.get(nameOf(ahead)) ?? 0);
  const planned = parts.flatMap((n, ahead) =>
    Array.from({ length: n }, () => (ahead === 0 ? {} : { sendAfter: dayOf(ahead) })),
  );
  await queueMails(
    tx,
    mails.map((mail, nth) => ({ ...mail, ...planned[nth] })),
  );
  await sql`
    insert into app.mail_days (account_id, day, count)
    select ${scope.accountId}::bigint, day, n from unnest(${parts.map((_, ahead) => nameOf(ahead))}::date[], ${parts}::int[]) p(day, n)
    where n > 0
    on conflict (account_id, day) do update set count = app.mail_days.count + excluded.count`.execute(tx);
  return { waiting: mails.length - (parts[0] ?? 0) };
}

/**
 * Takes mails of messages out of what an account may send today, which is `perDay`. Answers how many of `most` it got. Locks the
 * account's count of today until the commit.
 */
export async function takeMessages(
  tx: Tx,
  { accountId }: AccountScope,
  { most, perDay }: { most: number; perDay: number },
): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    insert into app.mail_days (account_id, day, count, messages)
    values (${accountId}, (app.now() at time zone 'UTC')::date, 0, 0)
    on conflict (account_id, day) do update set messages = app.mail_days.messages
    returning messages as taken`.execute(tx);
  const granted = Math.max(0, Math.min(most, perDay - (rows[0]?.taken ?? 0)));
  if (granted > 0) await addMessages(tx, { accountId }, granted);
  return granted;
}

const addMessages = (tx: Tx, { accountId }: Pick<AccountScope, 'accountId'>, n: number) =>
  sql`update app.mail_days set messages = greatest(0, messages + ${n})
    where account_id = ${accountId} and day = (app.now() at time zone 'UTC')::date`.execute(tx);

/** Gives back what was taken today for mails of messages that were not sent. */
export async function returnMessages(tx: Tx, scope: AccountScope, n: number): Promise<void> {
  if (n > 0) await addMessages(tx, scope, -n);
}

/** How many mails of messages an account has taken today. */
export async function countMessages(tx: Tx | Db, { accountId }: AccountScope): Promise<number> {
  const { rows } = await sql<{ messages: number }>`select messages from app.mail_days
    where account_id = ${accountId} and day = (app.now() at time zone 'UTC')::date`.execute(tx);
  return rows[0]?.messages ?? 0;
}
