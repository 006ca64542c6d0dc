import pg from 'pg';
import { databaseUrl } from './environment.ts';

async function inDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Promo codes, taxes and fees have no screens or calls of their own yet; they are sold with all the same. */
export function addPromoCode(
  owner: { accountId: number; eventId: number },
  code: string,
  percentage: string,
) {
  return inDatabase(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into app.counters (account_id, event_id, kind) values ($1, $2, 'promo') returning id`,
      [owner.accountId, owner.eventId],
    );
    await client.query(
      `insert into app.promo_codes (account_id, event_id, counter_id, code, discount_type, percentage)
       values ($1, $2, $3, $4, 'percentage', $5)`,
      [owner.accountId, owner.eventId, rows[0]?.id, code, percentage],
    );
    await bumpCatalog(client, owner.eventId);
  });
}

/** A fee in percent on tickets that exist. */
export function addFee(
  owner: { accountId: number; eventId: number },
  fee: { name: string; rate: string; ticketIds: number[] },
) {
  return inDatabase(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into app.taxes_and_fees (account_id, name, type, calculation, rate)
       values ($1, $2, 'fee', 'percentage', $3) returning id`,
      [owner.accountId, fee.name, fee.rate],
    );
    await client.query(
      `insert into app.ticket_taxes_and_fees (account_id, ticket_id, tax_or_fee_id)
       select $1, unnest($2::bigint[]), $3`,
      [owner.accountId, fee.ticketIds, rows[0]?.id],
    );
    await bumpCatalog(client, owner.eventId);
  });
}

/** Lets the hold of an order run out now; its job returns the tickets. */
export function expireHold(orderShortId: string) {
  return inDatabase((client) =>
    client.query(`update app.orders set expires_at = app.now() - interval '1 second' where short_id = $1`, [
      orderShortId,
    ]),
  );
}

function bumpCatalog(client: pg.Client, eventId: number) {
  return client.query('update app.events set catalog_version = catalog_version + 1 where id = $1', [eventId]);
}
