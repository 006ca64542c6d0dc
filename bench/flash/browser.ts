import { setTimeout as wait } from 'node:timers/promises';
import { type Connection, openConnection, requestText } from '../load/connection.ts';
import type { Random } from '../random.ts';

export type Answer = { status: number; code: string; data: Record<string, unknown> };

/** Counts of the replies that all buyers got. */
export type Meter = {
  byStatus: Record<string, number>;
  /** Replies of 503 with the correct code and a Retry-After. */
  honestBusy: number;
  /** Errors that no buyer should ever see. */
  wrong: string[];
  /** How long each call took at the server: of people who want places, and of people who have some. */
  callMs: { wanting: number[]; having: number[] };
};

export type Line = {
  with: <T>(fn: (connection: Connection) => Promise<T>) => Promise<T>;
  close: () => void;
};

/** A pool of connections for the requests of all buyers, in the order of the requests. */
export function openLine(port: number, connections: number): Line {
  const idle: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];
  const all = new Set<Connection>();
  let opened = 0;
  const take = async (): Promise<Connection> => {
    const one = idle.pop();
    if (one) return one;
    if (opened >= connections) return new Promise((done) => waiting.push(done));
    opened += 1;
    const made = await openConnection(port);
    all.add(made);
    return made;
  };
  const give = (connection: Connection) => {
    const next = waiting.shift();
    if (next) next(connection);
    else idle.push(connection);
  };
  return {
    with: async (fn) => {
      const connection = await take();
      try {
        const result = await fn(connection);
        give(connection);
        return result;
      } catch (error) {
        connection.close();
        all.delete(connection);
        opened -= 1;
        throw error;
      }
    },
    close: () => {
      for (const connection of all) connection.close();
    },
  };
}

const WRONG_KEPT = 20;
const TRIES = 200;

/**
 * One buyer's browser. It keeps the cart cookie, and repeats a request with the same key when the server says so.
 */
export function openBrowser(
  line: Line,
  meter: Meter,
  given: { address: string; random: Random; isOver: () => boolean },
) {
  const { address, random, isOver } = given;
  let cookie = '';

  const note = (text: string) => {
    if (meter.wrong.length < WRONG_KEPT) meter.wrong.push(text);
  };
  const once = async (method: string, path: string, body: unknown, key: string) => {
    const headers = [`x-forwarded-for: ${address}`, `idempotency-key: ${key}`];
    if (cookie) headers.push(`cookie: ${cookie}`);
    const text = requestText(method, path, headers, body === undefined ? '' : JSON.stringify(body));
    const reply = await line.with(async (connection) => {
      const sent = performance.now();
      const answer = await connection.send(text);
      meter.callMs[path.includes('/events/') ? 'wanting' : 'having'].push(performance.now() - sent);
      return answer;
    });
    const set = /\r\nset-cookie: *([^;\r]+)/i.exec(reply.head)?.[1];
    if (set) cookie = set;
    meter.byStatus[reply.status] = (meter.byStatus[reply.status] ?? 0) + 1;
    const parsed = reply.body.length > 0 ? JSON.parse(reply.body.toString('utf8')) : {};
    const retryAfter = Number(/\r\nretry-after: *(\d+)/i.exec(reply.head)?.[1] ?? Number.NaN);
    return { status: reply.status, code: String(parsed.code ?? ''), data: parsed.data ?? parsed, retryAfter };
  };

  /** Null: the sale ended before the server had capacity, or there was an error that is in the meter. */
  return async (method: string, path: string, body: unknown, key: string): Promise<Answer | null> => {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      let reply: Awaited<ReturnType<typeof once>>;
      try {
        reply = await once(method, path, body, key);
      } catch (error) {
        note(`${method} ${path}: ${error instanceof Error ? error.message : String(error)}`);
        return null;
      }
      const isBusy = reply.status === 503 && ['UNAVAILABLE', 'PAYMENT_UNCONFIRMED'].includes(reply.code);
      if (reply.status >= 500 && !(isBusy && reply.retryAfter >= 1)) {
        note(`${method} ${path}: ${reply.status} ${reply.code}, Retry-After ${reply.retryAfter}`);
        return null;
      }
      if (!isBusy && reply.status !== 429) return reply;
      if (isBusy) meter.honestBusy += 1;
      if (isOver() && method === 'POST' && path.includes('/events/')) return null;
      // A random delay, so that the buyers do not all return at the same moment.
      await wait(Math.min(60, reply.retryAfter || 1) * 1000 * (1 + random() * 0.5));
    }
    note(`${method} ${path}: told to come again ${TRIES} times`);
    return null;
  };
}
