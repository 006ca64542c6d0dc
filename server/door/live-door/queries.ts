import { type Db, type Prepared, runPrepared } from '../../db/client.ts';

export type NewScan = {
  id: number;
  /** When it happened, by the server's clock. */
  at: Date;
  outcome: string;
  device: string;
  link_name: string | null;
  reference: string | null;
  first_name: string | null;
  last_name: string | null;
  ticket_name: string | null;
  price_label: string | null;
};

const NEWEST: Prepared = {
  name: 'door.newest-scans',
  text: `
    select s.id, coalesce(s.happened_at, s.received_at) as at, s.outcome, s.device, k.name as link_name, a.reference, a.first_name, a.last_name,
      t.name as ticket_name, p.label as price_label
    from (select * from app.scans where check_in_list_id = $1::bigint and id > $2::bigint order by id desc limit $3::int) s
    left join app.check_in_links k on k.id = s.check_in_link_id
    left join app.attendees a on a.id = s.attendee_id and a.account_id = s.account_id
    left join app.tickets t on t.id = a.ticket_id
    left join app.ticket_prices p on p.id = a.price_id
    order by s.id`,
};

/** The newest scans of a list after the scan with this id, the oldest of them first; at most `most`. */
export const findNewScans = (db: Db, listId: number, { after, most }: { after: number; most: number }) =>
  runPrepared<NewScan>(db, NEWEST, [listId, after, most]);

const LIST: Prepared = {
  name: 'door.watched-list',
  text: `select id, event_id, all_tickets from app.check_in_lists
    where id = $1::bigint and deleted_at is null and closed_at is null`,
};

/** What is needed to count the guests of a list. Undefined if it is closed or deleted. */
export async function findWatchedList(
  db: Db,
  listId: number,
): Promise<{ id: number; event_id: number; all_tickets: boolean } | undefined> {
  const [row] = await runPrepared<{ id: number; event_id: number; all_tickets: boolean }>(db, LIST, [listId]);
  return row;
}
