import { randomBytes, randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { takes } from './accepted.ts';
import type { RenderedPage } from './rendered-page.ts';

/** Pages of the workspace. Their rows make them the largest documents, 90 KB for a list of orders. */
const OF_WORKSPACE = /^\/(manage|account)(\/|\?|$)/;
/** A smaller page fits into the first packets anyway, in bytes. */
const LEAST = 4_000;
/** At most so many bytes are added at random. */
const MOST_PADDING = 200;

const pack = promisify(gzip);

/**
 * Packs a page of the workspace for a browser that takes gzip, beside the event loop. Any other page stays as it is. Such a page
 * holds what only its reader may know, beside words from its address, and the length of a packed page tells whether
 * two texts of it are alike (BREACH). So a name of random length stands in its head, as browsers allow (RFC 1952,
 * FNAME), and only a person's own visit carries the cookie (SameSite=Lax).
 */
export async function packOwn(
  { method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>,
  page: RenderedPage,
): Promise<RenderedPage> {
  const { body } = page;
  const isPacked = page.headers.some(([name]) => name === 'content-encoding');
  if (method !== 'GET' || !OF_WORKSPACE.test(url) || isPacked || !body || body.length < LEAST) return page;
  const varied = [...page.headers, ['vary', 'accept-encoding'] as const];
  if (!takes(headers['accept-encoding'], 'gzip')) return { ...page, headers: varied };
  return {
    ...page,
    headers: [...varied, ['content-encoding', 'gzip']],
    body: withName(await pack(body, { level: 5 }), randomInt(MOST_PADDING + 1)),
  };
}

/** The length of a gzip head without a name, in bytes. */
const HEAD = 10;
/** The byte of the head that says what follows it, and the bit for a name. */
const FLAGS = 3;
const HAS_NAME = 8;

/** A gzip file with a name of so many random letters. */
function withName(packed: Buffer, length: number): Buffer {
  const head = Buffer.from(packed.subarray(0, HEAD));
  head[FLAGS] = (head[FLAGS] ?? 0) | HAS_NAME;
  const name = randomBytes(length).toString('hex').slice(0, length);
  return Buffer.concat([head, Buffer.from(`${name}\0`, 'latin1'), packed.subarray(HEAD)]);
}
