import { setTimeout as wait } from 'node:timers/promises';
import { COOKIES, HEADERS } from '@entrada/contract/constants';
import type { Random } from './random.ts';

export type Answer = { status: number; code: string; body: unknown };

/** Shared by all clients: the addresses of the application, its answers, and the wrong answers. */
export type Traffic = {
  /** The processes that may answer, in any order. If a process has ended, the client asks another one. */
  origins: () => readonly string[];
  /** How often each answer came: `201`, `409 SOLD_OUT`. */
  answers: Map<string, number>;
  brokenConnections: number;
  problems: string[];
  lastSuccessAt: number;
  /** The longest that a client waited for an answer or gave up waiting, in milliseconds, and what it had asked for. */
  slowestMs: number;
  slowest: string;
  /** While it is true, clients pause before their next call. */
  isPaused: boolean;
  /** While it is true, no buyer begins another visit. */
  isCrowded: boolean;
  /** After this time no client starts anything new. */
  isOverAt: number;
};

export function createTraffic(origins: Traffic['origins']): Traffic {
  return {
    origins,
    answers: new Map(),
    brokenConnections: 0,
    problems: [],
    lastSuccessAt: 0,
    slowestMs: 0,
    slowest: '',
    isPaused: false,
    isCrowded: false,
    isOverAt: Number.POSITIVE_INFINITY,
  };
}

const ANSWER_MS = 30_000;
const PATIENCE_MS = 90_000;
/** When the load ends, requests in progress may continue for this long. */
const LAST_CALLS_MS = 15_000;
/**
 * After this many IDEMPOTENCY_IN_PROGRESS answers the buyer presses the button again, with a new key. The other
 * process may have died.
 */
const TRIES_PER_KEY = 4;
const SHOWN_PROBLEMS = 20;

export type Browser = ReturnType<typeof openBrowser>;

/** A client with a cookie jar and its own address. It repeats requests like the web checkout. */
export function openBrowser(traffic: Traffic, random: Random) {
  const jar = new Map<string, string>();
  const address = `10.${random.integer(0, 255)}.${random.integer(0, 255)}.${random.integer(1, 254)}`;

  async function once(
    method: string,
    path: string,
    request: { body: unknown; key: string | undefined; type: string },
  ): Promise<{ answer: Answer; retryAfter: number | null }> {
    const { body, key, type } = request;
    const xsrf = jar.get(COOKIES.xsrf);
    const reply = await fetch(`${random.pick(traffic.origins())}${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
      headers: {
        'x-forwarded-for': address,
        accept: 'application/json',
        ...(jar.size > 0 && { cookie: [...jar].map((pair) => pair.join('=')).join('; ') }),
        ...(xsrf !== undefined && { [HEADERS.xsrf]: xsrf }),
        ...(body !== undefined && { 'content-type': type }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    for (const cookie of reply.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const isJson = reply.headers.get('content-type')?.includes('json') ?? false;
    const parsed: unknown = isJson && text ? JSON.parse(text) : null;
    const code =
      reply.status >= 400 && typeof parsed === 'object' && parsed && 'code' in parsed
        ? String(parsed.code)
        : '';
    const after = reply.headers.get('retry-after');
    return {
      answer: { status: reply.status, code, body: parsed },
      retryAfter: after === null ? null : Number(after),
    };
  }

  function note(path: string, answer: Answer, retryAfter: number | null): void {
    const place = path.startsWith('/test-bank') ? 'bank ' : '';
    const name = `${place}${answer.status}${answer.code ? ` ${answer.code}` : ''}`;
    traffic.answers.set(name, (traffic.answers.get(name) ?? 0) + 1);
    if (answer.status < 400) traffic.lastSuccessAt = performance.now();
    // The bank stands for another company's service. Its errors are part of the run.
    if (answer.status < 500 || place || traffic.problems.length >= SHOWN_PROBLEMS) return;
    if (answer.status !== 503)
      traffic.problems.push(`${path} answered ${name}: ${JSON.stringify(answer.body)}`);
    else if (retryAfter === null) traffic.problems.push(`${path} answered ${name} without Retry-After`);
  }

  /**
   * Makes one call. Repeats it under the same key after a broken connection or a temporary refusal. Null: there was
   * no answer for so long that a person would have left.
   */
  async function call(
    method: string,
    path: string,
    options: { body?: unknown; key?: boolean; type?: string } = {},
  ): Promise<Answer | null> {
    const { body, type = 'application/json' } = options;
    const until = performance.now() + PATIENCE_MS;
    let key = options.key ? random.key() : undefined;
    let waits = 0;
    while (performance.now() < Math.min(until, traffic.isOverAt + LAST_CALLS_MS)) {
      let pause = 100;
      while (traffic.isPaused) await wait(100);
      const asked = performance.now();
      try {
        const { answer, retryAfter } = await once(method, path, { body, key, type });
        note(path, answer, retryAfter);
        const isBusy = answer.code === 'IDEMPOTENCY_IN_PROGRESS';
        if (answer.status < 500 && answer.status !== 429 && !isBusy) return answer;
        if (isBusy) waits += 1;
        if (key && waits >= TRIES_PER_KEY) {
          key = random.key();
          waits = 0;
        }
        pause = Math.min((retryAfter ?? 1) * 1000, 500);
      } catch {
        traffic.brokenConnections += 1;
      } finally {
        const ms = performance.now() - asked;
        if (ms > traffic.slowestMs) {
          traffic.slowestMs = ms;
          traffic.slowest = `${method} ${path}`;
        }
      }
      await wait(pause * (0.5 + random.next()));
    }
    return null;
  }

  return { call, address };
}
