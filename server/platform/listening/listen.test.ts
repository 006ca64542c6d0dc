import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { listen } from './listen.ts';

const started: { close: () => Promise<unknown> }[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(started.splice(0).map((app) => app.close()));
});

function makeApp() {
  const app = Fastify({ forceCloseConnections: true });
  app.get('/', async () => 'here');
  started.push(app);
  return app;
}

const portOf = (app: { server: { address: () => unknown } }) => (app.server.address() as AddressInfo).port;

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

/** How many turns of the event loop it takes until a server has accepted a crowd that came at once. */
async function countTurns(app: ReturnType<typeof makeApp>, crowd: number): Promise<number> {
  let accepted = 0;
  app.server.on('connection', () => {
    accepted += 1;
  });
  for (let nth = 0; nth < crowd; nth += 1) open(portOf(app));
  let turns = 0;
  for (; accepted < crowd; turns += 1) await turn();
  return turns;
}

test.runIf(process.platform === 'linux')('a crowd is accepted in few turns of the event loop', async () => {
  const [ours, usual] = [makeApp(), makeApp()];
  await listen(ours, { host: '127.0.0.1', port: 0 });
  await usual.listen({ host: '127.0.0.1', port: 0 });
  expect(await countTurns(ours, 300)).toBeLessThan(75);
  // If this fails, Node accepts several connections in a turn again, and one socket would do.
  expect(await countTurns(usual, 300)).toBeGreaterThanOrEqual(300);
});

test('every connection is answered, whichever socket took it', async () => {
  const app = makeApp();
  await listen(app, { host: '127.0.0.1', port: 0 });
  const answers = await Promise.all(
    Array.from({ length: 100 }, async () => (await fetch(`http://127.0.0.1:${portOf(app)}/`)).text()),
  );
  expect(new Set(answers)).toEqual(new Set(['here']));
});

test.each(['another program', 'another Entrada'])('a port that %s has is refused', async (who) => {
  const other = makeApp();
  const program = createServer();
  if (who === 'another Entrada') await listen(other, { host: '127.0.0.1', port: 0 });
  else await once(program.listen(0, '127.0.0.1'), 'listening');
  const port = who === 'another Entrada' ? portOf(other) : (program.address() as AddressInfo).port;
  await expect(listen(makeApp(), { host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  program.close();
});

test('closing ends open connections and lets nobody in', async () => {
  const app = makeApp();
  await listen(app, { host: '127.0.0.1', port: 0 });
  const port = portOf(app);
  const crowd = Array.from({ length: 100 }, () => open(port));
  await Promise.all(crowd.map((socket) => once(socket, 'connect')));
  const ended = Promise.all(crowd.map((socket) => new Promise((done) => socket.on('close', done))));
  await app.close();
  await ended;
  const [error] = (await once(connect(port, '127.0.0.1'), 'error')) as [{ code: string }];
  expect(error.code).toBe('ECONNREFUSED');
});
