import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { Invariant } from './types.ts';

type Link = { child: string; parent: string; columns: string[]; parent_columns: string[] };

/** References without a foreign key that must stay within one account: by triggers (decision 110) or by value. */
const UNDECLARED: readonly Link[] = [
  { child: 'orders', parent: 'events', columns: ['event_id'], parent_columns: ['id'] },
  { child: 'order_items', parent: 'orders', columns: ['order_id'], parent_columns: ['id'] },
  { child: 'order_items', parent: 'ticket_prices', columns: ['price_id'], parent_columns: ['id'] },
  { child: 'orders', parent: 'counters', columns: ['promo_counter_id'], parent_columns: ['id'] },
  { child: 'order_items', parent: 'tickets', columns: ['ticket_id'], parent_columns: ['id'] },
  { child: 'order_items', parent: 'order_items', columns: ['moved_from_id'], parent_columns: ['id'] },
];

async function findLinks(tx: Tx | Db): Promise<Link[]> {
  const { rows } = await sql<Link>`
    with columns as (
      select conrelid::regclass as child, confrelid::regclass as parent, k.nth, con.oid,
        a.attname as own, b.attname as other
      from pg_constraint con cross join lateral unnest(con.conkey, con.confkey) with ordinality k(own, other, nth)
      join pg_attribute a on a.attrelid = con.conrelid and a.attnum = k.own
      join pg_attribute b on b.attrelid = con.confrelid and b.attnum = k.other
      -- A key that is no id may be the same in several accounts, as the prefix of invoices.
      where a.atttypid = 'int8'::regtype and con.contype = 'f' and con.connamespace = 'app'::regnamespace
        and exists (select from pg_attribute x where x.attrelid = con.conrelid and x.attname = 'account_id' and not x.attisdropped)
        and exists (select from pg_attribute x where x.attrelid = con.confrelid and x.attname = 'account_id' and not x.attisdropped))
    select c.relname as child, p.relname as parent, array_agg(own::text order by nth) as columns,
      array_agg(other::text order by nth) as parent_columns
    from columns join pg_class c on c.oid = child join pg_class p on p.oid = parent
    where own <> 'account_id'
    group by columns.oid, c.relname, p.relname order by 1, 2, 3`.execute(tx);
  return rows;
}

const id = (name: string) => `"${name}"`;

/**
 * A row whose parent, or every one of its parents where the columns name several, belongs to another account. Two
 * accounts may have the same user as a member, so the session of a user has two such parents and only needs one.
 */
function mismatch({ child, parent, columns, parent_columns: others }: Link): string {
  const pairsWith = (parentName: string) =>
    columns.map((column, at) => `c.${id(column)} = ${parentName}.${id(others[at] ?? '')}`).join(' and ');
  const key = `c.${id(columns[0] ?? 'id')}`;
  return `select '${child}' as child, '${parent}' as parent, ${key}::bigint as parent_id, c.account_id, p.account_id as parent_account_id,
    format('A row of ${child} belongs to account %s and points by ${columns.join(', ')} at ${parent} %s, which belongs to account %s',
      coalesce(c.account_id::text, 'none'), ${key}, p.account_id) as drift
    from app.${id(child)} c join app.${id(parent)} p on ${pairsWith('p')} where c.account_id is distinct from p.account_id
      and not exists (select from app.${id(parent)} q where ${pairsWith('q')} and q.account_id = c.account_id)`;
}

/**
 * I9 for every pair of tables with a foreign key between them. The pairs come from the catalogue of this
 * database.
 */
export async function accountInvariant(tx: Tx | Db): Promise<Invariant & { pairs: number }> {
  const links = [...(await findLinks(tx)), ...UNDECLARED];
  return {
    id: 'I9',
    rule: 'Whatever belongs to something belongs to the same account',
    query: links.map(mismatch).join('\n union all\n'),
    pairs: links.length,
  };
}
