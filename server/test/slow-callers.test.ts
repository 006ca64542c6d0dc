import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { buildTestApp } from './app.ts';

const REQUEST = 'POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\n';
const patience = { headersMs: 400, requestMs: 800, everyMs: 50 };

/** Waits until a socket is closed, in order or not. */
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

/** Sends one character of `text` now and then, and says what came back when the server has closed the socket. */
async function drip(port: number, text: string): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1');
  let got = '';
  socket.on('data', (part) => {
    got += String(part);
  });
  socket.on('error', () => undefined);
  let at = 0;
  const timer = setInterval(() => {
    if (at < text.length && socket.writable) socket.write(text.charAt(at));
    at += 1;
  }, 20);
  await closed(socket);
  clearInterval(timer);
  return got;
}

test('sockets that send nothing, or a character now and then, are closed; others are served meanwhile', async () => {
  const { app } = await buildTestApp({ patience });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const body = `${REQUEST}content-type: application/json\r\ncontent-length: 9000\r\n\r\n`;
  const slow = Array.from({ length: 30 }, (_, nth) => {
    if (nth % 3 === 0) return drip(port, '');
    if (nth % 3 === 1) return drip(port, `${REQUEST}x-long: ${'a'.repeat(9000)}`);
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.write(body);
    const timer = setInterval(() => socket.writable && socket.write('a'), 20);
    return closed(socket).then(() => clearInterval(timer));
  });
  const all = Promise.all(slow);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  const answers = (await all).filter((answer) => typeof answer === 'string');
  expect(answers.filter((answer) => /^HTTP\/1\.1 408/.test(answer)).length).toBeGreaterThan(0);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
});

test('a visitor has ten seconds for the headers and thirty for the whole request', async () => {
  const { app } = await buildTestApp();
  const { headersTimeout, requestTimeout } = app.server;
  expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 10_000, requestTimeout: 30_000 });
});
