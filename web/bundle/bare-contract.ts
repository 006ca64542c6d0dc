import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const CONTRACT = '@entrada/contract/';
const PREFIX = '\0bare-contract:';
const HAS_SCHEMAS = /from 'zod'/;

/**
 * Gives the browser the contract without its schemas. A call of the API needs only the method and the path of an
 * endpoint; its schemas and their library are a tenth of what a page of the workspace loads. A form takes the schema
 * of its call from `judge.ts` in the workspace, which imports the whole list of endpoints. Modules without schemas
 * stay as they are. In development nothing changes.
 */
export function bareContract(): Plugin {
  return {
    name: 'bare-contract',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer) {
      if (!source.startsWith(CONTRACT) || importer?.startsWith(PREFIX)) return undefined;
      const file = await this.resolve(source, importer, { skipSelf: true });
      if (!file || !HAS_SCHEMAS.test(readFileSync(file.id, 'utf8'))) return file;
      return { id: PREFIX + file.id, moduleSideEffects: false };
    },
    async load(id) {
      if (!id.startsWith(PREFIX)) return undefined;
      const file = id.slice(PREFIX.length);
      this.addWatchFile(file);
      return bareModule(await import(pathToFileURL(file).href), file);
    },
  };
}

/**
 * The code of a module with the same names: plain data as they are, endpoints with the two fields that a call reads,
 * and functions from the file itself. Schemas are left out, so that importing one ends the build.
 */
export function bareModule(exported: Record<string, unknown>, file: string): string {
  const lines = Object.entries(exported).flatMap(([name, value]) => {
    const bare = isEndpoint(value) ? { method: value.method, path: value.path } : value;
    if (isData(bare)) return [`export const ${name} = ${JSON.stringify(bare)};`];
    return typeof bare === 'function' ? [`export { ${name} } from ${JSON.stringify(file)};`] : [];
  });
  return lines.join('\n');
}

type Call = { method: string; path: string };

const isEndpoint = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

function isData(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (typeof value !== 'object') return false;
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.values(value).every(isData);
}
