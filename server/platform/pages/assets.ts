import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { takes } from './accepted.ts';

/** The kinds of files that the build writes. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
/** The best first. The build writes such a file beside another if it is smaller. */
const PACKED = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** What all pages for buyers load is a tenth of it. */
const MOST_KEPT_BYTES = 6 * 1024 * 1024;
/** Larger files are for a few people. They are sent from the disk. */
const MOST_BYTES = 256 * 1024;

/** The sizes of the files in a folder, in bytes. */
async function listFiles(folder: string): Promise<Map<string, number>> {
  const names = await readdir(folder);
  return new Map(
    await Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).size] as const)),
  );
}

/** Reads small files once and keeps those that were asked for last. */
function createKept(folder: string) {
  const kept = new Map<string, { bytes: number; content: Promise<Buffer> }>();
  let total = 0;
  const drop = (name: string) => {
    total -= kept.get(name)?.bytes ?? 0;
    kept.delete(name);
  };
  return (name: string, bytes: number): Promise<Buffer> => {
    const known = kept.get(name);
    const content = known?.content ?? readFile(join(folder, name));
    if (!known) content.catch(() => drop(name));
    // The last one asked for is the last one to leave.
    drop(name);
    kept.set(name, { bytes, content });
    total += bytes;
    for (const oldest of kept.keys()) {
      if (total <= MOST_KEPT_BYTES) break;
      drop(oldest);
    }
    return content;
  };
}

/**
 * Serves the scripts, styles and fonts of the pages, whose names change with their content, so browsers keep them for a
 * year. A visitor loads some twenty of them for one page: from memory they cost a crowd a third of what they cost from
 * the disk. Answers 404 for every other name. Throws if the folder has a file of an unknown kind, which would have no type.
 */
export async function serveAssets(app: FastifyInstance, folder: string): Promise<void> {
  const sizes = await listFiles(folder);
  for (const name of sizes.keys()) {
    const isKnown = extname(name) in TYPES || PACKED.some(([, ending]) => name.endsWith(ending));
    if (!isKnown) throw new Error(`The pages have a file of an unknown kind: ${name}`);
  }
  const read = createKept(folder);
  app.get('/assets/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    const type = TYPES[extname(name)];
    if (type === undefined || !sizes.has(name)) {
      return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    }
    const accepted = request.headers['accept-encoding'];
    const packed = PACKED.find(([coding, ending]) => sizes.has(name + ending) && takes(accepted, coding));
    const file = packed ? name + packed[1] : name;
    const bytes = sizes.get(file) ?? 0;
    reply.headers({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${file}"`,
      vary: 'accept-encoding',
    });
    if (packed) reply.header('content-encoding', packed[0]);
    if (request.headers['if-none-match'] === `"${file}"`) return reply.code(304).send();
    reply.header('content-length', bytes);
    return reply.send(bytes > MOST_BYTES ? createReadStream(join(folder, file)) : await read(file, bytes));
  });
}
