import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Face = 'display' | 'regular' | 'semibold' | 'han';

const FILES: Record<Face, string> = {
  display: 'bricolage-grotesque-condensed-bold.ttf',
  regular: 'geist-regular.ttf',
  semibold: 'geist-semibold.ttf',
  han: 'noto-sans-sc-medium.ttf',
};

// Sources and build are both one folder below the package.
const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'fonts');

let loading: Promise<Record<Face, Buffer>> | null = null;

/**
 * The package's own font files, read once. Latin, Vietnamese and (in the text faces) Cyrillic. `han` has simplified
 * Chinese, and Latin for texts of both scripts.
 */
export function loadFonts(): Promise<Record<Face, Buffer>> {
  loading ??= Promise.all(
    (Object.keys(FILES) as Face[]).map(
      async (face) => [face, await readFile(join(folder, FILES[face]))] as const,
    ),
  ).then((entries) => Object.fromEntries(entries) as Record<Face, Buffer>);
  return loading;
}
