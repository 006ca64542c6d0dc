import { readFile } from 'node:fs/promises';
import { type CityResponse, Reader } from 'mmdb-lib';
import { z } from 'zod';

/** MaxMind's way to write a record, which DB-IP shares, and the short one of other makers. City names are the English ones. */
const record = z.object({
  country: z.object({ iso_code: z.string().optional() }).optional().catch(undefined),
  country_code: z.string().optional().catch(undefined),
  city: z
    .union([z.string(), z.object({ names: z.object({ en: z.string() }) }).transform(({ names }) => names.en)])
    .optional()
    .catch(undefined),
});

/** How long the file stays in memory. A newer one in its place counts from then on. */
const KEEP_MS = 60_000;

type Open = { path: string; reader: Promise<Reader<CityResponse>>; bytes: Buffer | undefined };

let open: Open | undefined;
let closing: NodeJS.Timeout | undefined;

/** The file is read when somebody signs in, at most once a minute, so at rest it takes no memory. */
function readerOf(path: string): Promise<Reader<CityResponse>> {
  if (open?.path !== path) {
    closeFile();
    const bytes = readFile(path);
    const opened: Open = {
      path,
      reader: bytes.then((read) => new Reader<CityResponse>(read)),
      bytes: undefined,
    };
    open = opened;
    void bytes.then((read) => {
      opened.bytes = read;
    }, closeFile);
    // A file that cannot be read is tried anew next time.
    opened.reader.catch(closeFile);
    closing = setTimeout(closeFile, KEEP_MS).unref();
  }
  return open.reader;
}

/**
 * Lets the file go at once, so that the next lookup reads it anew. Its memory is given back without the collector, which a
 * quiet process runs late.
 */
export function closeFile(): void {
  clearTimeout(closing);
  const memory = open?.bytes?.buffer;
  if (memory instanceof ArrayBuffer && memory.byteLength === open?.bytes?.byteLength) memory.transfer(0);
  open = undefined;
}

/**
 * The country (ISO 3166-1 alpha-2) and, if the file knows it, the city of a public address, by a file in MaxMind's format
 * (`PLACES_FILE`). Null if the file does not have the address. Throws if the file cannot be read.
 */
export async function lookUpAddress(
  path: string,
  address: string,
): Promise<{ country: string; city: string | null } | null> {
  const found = record.safeParse((await readerOf(path)).get(address));
  const country = found.data?.country?.iso_code ?? found.data?.country_code;
  if (country === undefined || !/^[A-Z]{2}$/.test(country)) return null;
  return { country, city: found.data?.city?.slice(0, 100) || null };
}
