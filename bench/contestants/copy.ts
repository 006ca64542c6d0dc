import { Readable } from 'node:stream';
import type pg from 'pg';

/** The methods that pg calls on a custom statement. Its types contain only the first of them. */
type Copying = pg.Submittable & {
  handleCopyData: (message: { chunk: Buffer }) => void;
  handleCommandComplete: () => void;
  handleReadyForQuery: () => void;
  handleError: (error: Error) => void;
};

/**
 * The output of `copy (...) to stdout`, streamed as fast as it is read: the lower bound for any export. The
 * connection returns to the pool at the end.
 */
export async function copyOut(pool: pg.Pool, query: string): Promise<Readable> {
  const client = await pool.connect();
  let socket: { pause: () => void; resume: () => void } | undefined;
  const body = new Readable({ read: () => socket?.resume() });
  const copying: Copying = {
    submit: (connection) => {
      socket = connection.stream;
      connection.query(`copy (${query}) to stdout with (format csv, header)`);
    },
    handleCopyData: ({ chunk }) => {
      if (!body.push(chunk)) socket?.pause();
    },
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => {
      client.release();
      body.push(null);
    },
    handleError: (error) => {
      client.release(error);
      body.destroy(error);
    },
  };
  client.query(copying);
  return body;
}

/** What a place has come to, as the product computes it: a person may have been moved to it. */
const PRICE = `(case when i.moved_from_id is null then i.unit_total
    else (select s.unit_total from app.order_items s where s.id = i.moved_from_id)
      + coalesce((select sum(m.total) from app.ticket_moves m where m.attendee_id = a.id
          and m.settlement in ('owed', 'given_back') and m.waived_at is null), 0) end)::bigint`;

/** All columns of the product's export in its order, unformatted, as the database writes them. The event has no questions. */
export const attendeesByCopy = (eventId: number): string => `
  select a.reference, a.first_name, a.last_name, a.email, i.ticket_name, i.price_label, a.status, o.reference,
    (select min(c.checked_in_at) from app.check_ins c where c.attendee_id = a.id and c.checked_out_at is null), a.created_at,
    a.locale, ${PRICE}, o.currency, o.promo_code, f.name
  from app.attendees a join app.orders o on o.id = a.order_id join app.order_items i on i.id = a.order_item_id
    left join app.affiliates f on f.id = o.affiliate_id
  where a.event_id = ${eventId} order by a.created_at desc, a.id desc`;
