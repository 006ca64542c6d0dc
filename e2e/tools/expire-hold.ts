import pg from 'pg';
import { databaseUrl } from './environment.ts';

/**
 * Lets the hold of an order run out now, or in some seconds. A job then returns the tickets. No call of the API can do
 * this.
 */
export async function expireHold(orderShortId: string, inSeconds = -1): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    await client.query(
      `update app.orders set expires_at = app.now() + make_interval(secs => $2) where short_id = $1`,
      [orderShortId, inSeconds],
    );
  } finally {
    await client.end();
  }
}
