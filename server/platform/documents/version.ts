import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/**
 * A hash of everything that draws: the built package with its words, its fonts, the versions of its libraries, and
 * the formats of dates and amounts that Node brings. Another version draws other files from the same facts.
 */
export async function drawingVersion(): Promise<string> {
  const built = dirname(createRequire(import.meta.url).resolve('@entrada/documents'));
  const fonts = join(built, '..', 'fonts');
  const names = async (folder: string, ending: string) =>
    (await readdir(folder)).filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
  const files = [
    join(built, '..', 'package.json'),
    ...(await names(built, '.js')),
    ...(await names(fonts, '')),
  ];
  const hash = createHash('sha256').update(`${process.versions.icu} ${process.versions.node}`);
  for (const file of files.sort()) hash.update(basename(file)).update(await readFile(file));
  return hash.digest('hex');
}
