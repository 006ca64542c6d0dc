import { randomBytes } from 'node:crypto';
import { gzipAround, sealGzip } from './gzip-with-gaps.ts';

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

type Place = { at: number; name: keyof OnceOnly };

/** A page that many can be given, each with values of their own in the places of the first one's. */
export type PageForMany = {
  page: RenderedPage;
  /** In the order in which they stand. */
  places: readonly Place[];
  /** The headers that hold the nonce, cut where it stands. */
  cutHeaders: readonly (readonly [string, readonly string[]])[];
  /** The body as gzip and where the places are in it, once somebody asked; null where there is none. */
  gzip?: { file: Buffer; places: readonly Place[] } | null;
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
      places.push({ at, name });
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

function write(into: Buffer, places: readonly Place[], own: OnceOnly): void {
  for (const { at, name } of places) into.write(own[name], at, 'latin1');
}

function gzipOf(many: PageForMany, body: Buffer, own: OnceOnly): NonNullable<PageForMany['gzip']> | null {
  if (many.gzip !== undefined) return many.gzip;
  const made = gzipAround(
    body,
    many.places.map(({ at, name }) => ({ at, length: own[name].length })),
  );
  const places = many.places.map(({ name }, nth) => ({ name, at: made?.places[nth] ?? 0 }));
  many.gzip = made && { file: made.file, places };
  return many.gzip;
}

/**
 * The page of one response, with values of its own; as gzip for those who take it and no proxy before us makes one: the
 * work is done once for all, so it is never waited for.
 */
export function forOne(many: PageForMany, own: OnceOnly, takesGzip: boolean): RenderedPage {
  const { page, places, cutHeaders } = many;
  const headers = [
    ...page.headers,
    ...cutHeaders.map(([name, parts]) => [name, parts.join(own.nonce)] as const),
  ];
  if (!page.body) return { ...page, headers };
  // Nobody else sees this body: what one response writes there, the next writes over.
  write(page.body, places, own);
  const gzip = takesGzip ? gzipOf(many, page.body, own) : null;
  if (!gzip) return { ...page, headers, body: Buffer.from(page.body) };
  const body = Buffer.from(gzip.file);
  write(body, gzip.places, own);
  sealGzip(body, page.body);
  return { ...page, headers: [...headers, ['content-encoding', 'gzip'], ['vary', 'accept-encoding']], body };
}

/** About how much memory a page takes, its gzip included. */
export const bytesOf = ({ page }: PageForMany): number => (page.body?.length ?? 0) * 1.5 + 1000;
