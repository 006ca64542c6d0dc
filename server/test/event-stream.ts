import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { COOKIES } from '@entrada/contract/constants';
import type { LiveChange } from '@entrada/contract/insight/live';
import { onTestFinished } from 'vitest';
import type { TestApp } from './app.ts';

export type Heard = { id: string; event: string; data: { changes?: LiveChange[] } };

const parse = (text: string): Heard => {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? '';
  return { id: field('id'), event: field('event'), data: JSON.parse(field('data') || '{}') as Heard['data'] };
};

/** Opens the stream of changes over a real connection, as a browser does. It is left at the end of the test. */
export async function follow(
  { app }: Pick<TestApp, 'app'>,
  token: string,
  { query = '', lastEventId }: { query?: string; lastEventId?: string } = {},
) {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const headers = {
    cookie: `${COOKIES.session}=${token}`,
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  };
  const request = get({ host: '127.0.0.1', port, path: `/api/live${query}`, headers, agent: false });
  request.on('error', () => undefined);
  onTestFinished(() => void request.destroy());
  const [reply] = (await once(request, 'response')) as [IncomingMessage];
  const heard: Heard[] = [];
  let text = '';
  let isOver = false;
  reply.on('error', () => undefined);
  reply.on('close', () => {
    isOver = true;
  });
  reply.setEncoding('utf8').on('data', (part: string) => {
    const events = (text + part).split('\n\n');
    text = events.pop() ?? '';
    heard.push(...events.map(parse));
  });
  return {
    status: reply.statusCode,
    headers: reply.headers,
    /** Everything that came. */
    heard,
    names: () => heard.map(({ event }) => event),
    changes: () => heard.flatMap(({ data }) => data.changes ?? []),
    lastId: () => heard.at(-1)?.id ?? '',
    isOver: () => isOver,
    leave: () => request.destroy(),
    reply,
  };
}
