import { randomBytes } from 'node:crypto';
import { type Gap, gzipAround } from './gzip-with-gaps.ts';

/** What only one response may have. */
export type OnceOnly = {
  /** Lets this response's own scripts run. */
  nonce: string;
  /** Makes one order of a form that is sent twice without scripts. */
  formKey: string;
};

/** A page as it leaves. */
export type RenderedPage = {
  status: number;
  headers: readonly (readonly [string, string])[];
  cookies: readonly string[];
  body: Buffer | null;
};

const BYTES = 16;
const POOLED = 128;
let pool = Buffer.alloc(0);

/** Drawn many at a time, which costs a tenth of drawing them one by one. None is ever given twice. */
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

/** A page that many can be given, each with values of their own in the places of the first one's. */
export type PageForMany = {
  page: RenderedPage;
  /** In the order in which they stand. */
  places: readonly Place[];
  /** The headers that hold the nonce, cut where it stands. */
  cutHeaders: readonly (readonly [string, readonly string[]])[];
  /** Makes the body as gzip, once somebody asked; null where there is none. */
  gzip?: ((own: OnceOnly) => Buffer) | null;
};

/**
 * Finds where a page says what only one response may have. They are random and were made for this rendering, so nothing
 * that anybody wrote into an event can look like one of them.
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
  };
}

/**
 * The page of one response, with values of its own; as gzip for those who take it: the work is done once for all, so that
 * it costs nothing where no proxy does it.
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
    const body = many.gzip?.(own);
    if (body)
      return {
        ...page,
        headers: [...headers, ['content-encoding', 'gzip'], ['vary', 'accept-encoding']],
        body,
      };
  }
  const body = Buffer.from(page.body);
  for (const { at, name } of places) body.write(own[name], at, 'latin1');
  return { ...page, headers, body };
}

/** About how much memory a page takes, its gzip included. */
export const bytesOf = ({ page }: PageForMany): number => (page.body?.length ?? 0) * 1.5 + 1000;
