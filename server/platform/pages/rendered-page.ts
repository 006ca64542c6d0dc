import { randomBytes } from 'node:crypto';
import { type Gap, gzipAround } from './gzip-with-gaps.ts';

/** Values that only one response may have. */
export type OnceOnly = {
  /** Lets the scripts of this response run. */
  nonce: string;
  /** Ensures that a form sent twice without scripts makes only one order. */
  formKey: string;
};

/** A page as the server sends it. */
export type RenderedPage = {
  status: number;
  headers: readonly (readonly [string, string])[];
  cookies: readonly string[];
  body: Buffer | null;
  /** To be called when the body was sent, or never will be. Its memory then serves another response. */
  giveBack?: () => void;
};

const BYTES = 16;
const POOLED = 128;
let pool = Buffer.alloc(0);

/**
 * Takes bytes from a pool. Filling the pool costs a tenth of drawing the values one by one. No bytes are
 * returned twice.
 */
function drawBytes(): Buffer {
  if (pool.length === 0) pool = randomBytes(2 * BYTES * POOLED);
  const drawn = pool.subarray(0, 2 * BYTES);
  pool = pool.subarray(2 * BYTES);
  return drawn;
}

export function newOnceOnly(): OnceOnly {
  const random = drawBytes();
  return { nonce: random.toString('base64', 0, BYTES), formKey: random.toString('base64url', BYTES) };
}

type Place = Gap<keyof OnceOnly>;

/** A page for many responses. Each response puts its own values in the places of the first one's values. */
export type PageForMany = {
  page: RenderedPage;
  /** In their order in the body. */
  places: readonly Place[];
  /** The headers that contain the nonce, split at the nonce. */
  cutHeaders: readonly (readonly [string, readonly string[]])[];
  /** Makes the gzip body. Undefined until the first request for gzip. Null if gzip is not possible. */
  gzip?: ((own: OnceOnly, earlier?: Buffer) => Buffer) | null;
  /** Gzip bodies that were sent. */
  spare: Buffer[];
};

/** A body is handed to the system at once, unless a connection is slow, so few are on their way. */
const MOST_SPARE = 8;

/**
 * Finds the places where a page contains values of its own response. These values are random and new for each
 * rendering, so no text of an event can be equal to one of them.
 */
export function forMany(page: RenderedPage, first: OnceOnly): PageForMany {
  const places: Place[] = [];
  for (const name of ['nonce', 'formKey'] as const) {
    const value = Buffer.from(first[name], 'latin1');
    let at = page.body?.indexOf(value) ?? -1;
    while (at >= 0) {
      places.push({ at, length: value.length, name });
      at = page.body?.indexOf(value, at + value.length) ?? -1;
    }
  }
  const holdsNonce = ([, value]: readonly [string, string]) => value.includes(first.nonce);
  return {
    page: { ...page, headers: page.headers.filter((header) => !holdsNonce(header)) },
    places: places.sort((a, b) => a.at - b.at),
    cutHeaders: page.headers
      .filter(holdsNonce)
      .map(([name, value]) => [name, value.split(first.nonce)] as const),
    spare: [],
  };
}

/**
 * The page of one response with its own values. It is compressed for browsers that accept gzip. The
 * compression is done once for all responses, so it is cheap even without a compressing proxy.
 */
export function forOne(many: PageForMany, own: OnceOnly, takesGzip: boolean): RenderedPage {
  const { page, places, cutHeaders } = many;
  const headers = [
    ...page.headers,
    ...cutHeaders.map(([name, parts]) => [name, parts.join(own.nonce)] as const),
  ];
  if (!page.body) return { ...page, headers };
  if (takesGzip) {
    if (many.gzip === undefined) many.gzip = gzipAround(page.body, places);
    const { spare } = many;
    const body = many.gzip?.(own, spare.pop());
    if (body)
      return {
        ...page,
        headers: [...headers, ['content-encoding', 'gzip'], ['vary', 'accept-encoding']],
        body,
        giveBack: () => {
          if (spare.length < MOST_SPARE) spare.push(body);
        },
      };
  }
  const body = Buffer.from(page.body);
  for (const { at, name } of places) body.write(own[name], at, 'latin1');
  return { ...page, headers, body };
}

/** The approximate memory of a page, with its gzip. */
export const bytesOf = ({ page }: PageForMany): number => (page.body?.length ?? 0) * 1.5 + 1000;
