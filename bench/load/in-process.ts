import pg from 'pg';

type Query = { name: string; text: string; values: () => unknown[] };

/**
 * Answers how often a second `clients` connections complete `query` when each repeats it. This is what pgbench
 * would measure. It runs in this process, because the embedded PostgreSQL has no pgbench. Each connection prepares
 * the query.
 */
export async function measureQuery(
  url: string,
  { clients, durationMs, query }: { clients: number; durationMs: number; query: Query },
): Promise<number> {
  const connections = await openAll(url, clients);
  try {
    for (const client of connections) await client.query({ ...query, values: query.values() });
    let done = 0;
    const deadline = performance.now() + durationMs;
    await Promise.all(
      connections.map(async (client) => {
        while (performance.now() < deadline) {
          await client.query({ ...query, values: query.values() });
          if (performance.now() <= deadline) done += 1;
        }
      }),
    );
    return done / (durationMs / 1000);
  } finally {
    await Promise.all(connections.map((client) => client.end()));
  }
}

export async function openAll(url: string, clients: number): Promise<pg.Client[]> {
  return Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: url, application_name: 'bench contestant' });
      client.on('error', () => undefined);
      await client.connect();
      return client;
    }),
  );
}

/** Every client changes the same row. */
export const hotRow: Query = {
  name: 'hot_row',
  text: 'update bench.hot set n = n + $1 where id = 1',
  values: () => [1],
};

/** Every client adds a row. */
export const insertOnly: Query = {
  name: 'insert_only',
  text: 'insert into bench.entries (event_id, email, quantity) values ($1, $2, $3)',
  values: () => [1, 'buyer@example.com', 2],
};
