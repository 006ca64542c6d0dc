import { connect, createServer, type Server, type Socket } from 'node:net';
import { baseUrl } from './environment.ts';

/** The application behind a cable of its own, which can be pulled. */
export type Cable = { url: string; cut: () => Promise<void>; mend: () => Promise<void> };

/** A cable between a browser and the application. What was cut refuses connections, and drops those that are open. */
export async function layCable(): Promise<Cable> {
  const { hostname, port } = new URL(baseUrl());
  const sockets = new Set<Socket>();
  let own = 0;
  let server: Server | undefined;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const mend = async () => {
    server = createServer((incoming) => {
      const outgoing = connect(Number(port), hostname);
      keep(incoming);
      keep(outgoing);
      incoming.pipe(outgoing).pipe(incoming);
    });
    await new Promise<void>((done) => server?.listen(own, '127.0.0.1', done));
    const address = server.address();
    own = typeof address === 'object' && address ? address.port : 0;
  };
  const cut = async () => {
    const closed = new Promise<void>((done) => server?.close(() => done()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await mend();
  return { url: `http://127.0.0.1:${own}`, cut, mend };
}
