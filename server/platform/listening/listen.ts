import { once } from 'node:events';
import { createServer, type ListenOptions, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Node accepts one new connection of a listening socket in each turn of its event loop (libuv since 1.45). A crowd that
 * comes at once makes turns long, so whoever is new would wait for tens of seconds, and so would what this server asks of
 * itself. With several sockets on the port Node accepts so many in a turn.
 */
const SOCKETS = 32;
/** How many connections wait in each. The system allows less if `net.core.somaxconn` does. */
const BACKLOG = 4096;
/** Where the system shares new connections out over the sockets of one port. */
const SHARES_PORTS = process.platform === 'linux';

type At = { host: string; port: number };

/**
 * Listens with the server of `app`, which must not be ready yet. Closing the app stops it. Throws EADDRINUSE if another
 * program has the port, also if that is another Entrada.
 */
export async function listen(app: FastifyInstance, { host, port }: At): Promise<void> {
  if (!SHARES_PORTS) {
    await app.listen({ host, port, backlog: BACKLOG });
    return;
  }
  const more: Server[] = [];
  app.addHook('preClose', async () => {
    for (const server of more) server.close();
  });
  await expectFree({ host, port });
  const shared: ListenOptions = { backlog: BACKLOG, reusePort: true };
  await app.listen({ host, port, ...shared });
  const address = app.server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server listens on no port');
  const same = { host: address.address, port: address.port, ...shared };
  while (more.length < SOCKETS - 1) more.push(await openBeside(app, same));
}

/** Sockets that share a port take it also from another process that does so. So one that does not share tries first. */
async function expectFree(at: At): Promise<void> {
  const server = createServer().listen(at);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** A socket whose connections go to the server of `app`, which counts and closes them as its own. */
async function openBeside(app: FastifyInstance, at: ListenOptions): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (connection) => {
    app.server.emit('connection', connection);
  });
  server.listen(at);
  await once(server, 'listening');
  return server;
}
