import { once } from 'node:events';
import { createServer, connect as open, type Socket } from 'node:net';

export type TcpProxy = {
  /** The given address with the proxy in its place. */
  url: string;
  /** Passes nothing on, in both directions. Connections stay open, and new ones are accepted and get no answer. */
  freeze: () => void;
  thaw: () => void;
  /** Breaks every connection. With `refuse`, new ones are broken as well until `allow`. */
  cut: (options?: { refuse: boolean }) => void;
  allow: () => void;
  close: () => Promise<void>;
};

/** A proxy in front of a database or another server, for tests of connections that hang or break. */
export async function startTcpProxy(address: string): Promise<TcpProxy> {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let isRefusing = false;
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on('data', (data) => other.write(data));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
    if (isFrozen) socket.pause();
  };
  const server = createServer({ noDelay: true }, (client) => {
    if (isRefusing) {
      client.on('error', () => undefined);
      client.resetAndDestroy();
      return;
    }
    const inner = open({ port: Number(target.port || 5432), host: target.hostname, noDelay: true });
    keep(client, inner);
    keep(inner, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = server.address();
  const url = new URL(address);
  url.hostname = '127.0.0.1';
  url.port = String(typeof own === 'object' && own ? own.port : 0);
  const cut: TcpProxy['cut'] = ({ refuse } = { refuse: false }) => {
    isRefusing = refuse;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    cut,
    allow: () => {
      isRefusing = false;
    },
    close: async () => {
      cut({ refuse: true });
      server.close();
      await once(server, 'close');
    },
  };
}
