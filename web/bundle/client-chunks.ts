import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, Plugin } from 'vite';
import { WORDS_MANIFEST } from './first-words.ts';

const NAME = 'virtual:client-chunks';

/**
 * Tells the server which files the browser loads for a module that is imported late, and which has the words of a page
 * (app/platform/scripts/load-soon.tsx), so that a page names them at once. In development there are no such files.
 */
export function clientChunks(): Plugin {
  let root = '';
  let isBuild = false;
  return {
    name: 'client-chunks',
    configResolved: (config) => {
      root = config.root;
      isBuild = config.command === 'build';
    },
    resolveId: (source) => (source === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      const client = join(root, 'build/client');
      const isKnown = isBuild && this.environment.name === 'ssr';
      const files = isKnown ? readChunks(join(client, '.vite/manifest.json')) : {};
      const words = isKnown ? readFileSync(join(client, WORDS_MANIFEST), 'utf8') : '{}';
      return `export default ${JSON.stringify(files)};export const words = ${words};`;
    },
  };
}

/** All scripts of each late module, by its path below the package. */
function readChunks(path: string): Record<string, string[]> {
  const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'));
  const filesOf = (key: string): string[] => {
    const keys = new Set([key]);
    for (const each of keys) for (const imported of manifest[each]?.imports ?? []) keys.add(imported);
    return [...keys].flatMap((each) => (manifest[each] ? [`/${manifest[each].file}`] : []));
  };
  const late = Object.entries(manifest).filter(([, chunk]) => chunk.isDynamicEntry && chunk.src);
  return Object.fromEntries(late.map(([key, { src = key }]) => [src, filesOf(key)]));
}
