import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Below the folder of the browser's build. */
export const WORKER_FILE = 'check-in/worker.js';

const SOURCE = fileURLToPath(new URL('door-worker.js', import.meta.url));
const DOOR = /\/web\/app\/door\//;
/** What stands around every page that the router runs, and the door's own layout. */
const AROUND = /\/web\/app\/(entry\.client|hydrate-app|root|platform\/routes\/door-words)\.tsx/;

/** What the bundler tells about one file. */
export type BuiltFile = {
  fileName: string;
  moduleIds: readonly string[];
  imports: readonly string[];
  code: string;
  css: readonly string[];
};

/** Another file: a web worker with its code, or one without. */
export type BuiltAsset = { fileName: string; code: string };

/**
 * The files that the page of the door needs, also those that load late: all that hold a module of it, and what those import.
 * Words load by language and are kept when a page has loaded them.
 */
export function filesOfDoor(files: readonly BuiltFile[], others: readonly BuiltAsset[]): string[] {
  const byName = new Map(files.map((file) => [file.fileName, file]));
  const found = new Set<string>();
  const add = (name: string) => {
    const file = byName.get(name);
    if (!file || found.has(name)) return;
    found.add(name);
    for (const each of file.css) found.add(each);
    for (const each of file.imports) add(each);
    addNamed(file.code);
  };
  // A web worker and its WebAssembly are assets, which code names.
  const addNamed = (code: string) => {
    for (const { fileName, code: own } of others) {
      if (found.has(fileName) || !code.includes(fileName.replace(/^.*\//, ''))) continue;
      found.add(fileName);
      addNamed(own);
    }
  };
  for (const { fileName, moduleIds } of files)
    if (moduleIds.some((id) => DOOR.test(id) || AROUND.test(id))) add(fileName);
  return [...found].sort();
}

/** The worker's script with its version and files. The version changes with any file. */
export function workerScript(source: string, files: readonly string[]): string {
  const list = JSON.stringify(files.map((file) => `/${file}`));
  const version = createHash('sha256').update(source).update(list).digest('hex').slice(0, 12);
  return source.replace('__VERSION__', version).replace('__FILES__', list);
}

/** Writes the service worker of the door (door-worker.js). In development there is none. */
export function doorWorker(): Plugin {
  return {
    name: 'door-worker',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const built = Object.values(bundle).flatMap((file) =>
          file.type === 'chunk'
            ? [
                {
                  fileName: file.fileName,
                  moduleIds: file.moduleIds,
                  imports: file.imports,
                  code: file.code,
                  css: [...(file.viteMetadata?.importedCss ?? [])],
                },
              ]
            : [],
        );
        const others = Object.values(bundle).flatMap((file) => {
          if (file.type !== 'asset' || !/\.(wasm|woff2|js)$/.test(file.fileName)) return [];
          const { fileName, source } = file;
          const text = typeof source === 'string' ? source : Buffer.from(source).toString('utf8');
          return [{ fileName, code: fileName.endsWith('.js') ? text : '' }];
        });
        const source = workerScript(readFileSync(SOURCE, 'utf8'), filesOfDoor(built, others));
        this.emitFile({ type: 'asset', fileName: WORKER_FILE, source });
      },
    },
  };
}
