import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Packages with one large index. Whoever imports one name from the index seems to import the whole package, so the
 * names decide who needs a module. An index further inside is a module like any other: what it takes, its users need.
 */
const BARREL =
  /node_modules\/(@mantine\/(?:core|hooks|modals|notifications)|@tabler\/icons-react)\/(?:dist\/)?esm\/(?:index|tabler-icons-react)\.mjs$/;
/** What an index takes from its modules. */
const TAKEN = /(?:import|export)\s*\{([^}]*)\}\s*from\s*["'](\.[^"']+)["']/g;
/** What a module imports: a list of names, or everything. */
const IMPORTED = /import\s+(?:\{([^}]*)\}|[\w$*][^'"{]*)\s*from\s*["']([^"']+)["']/g;

export const isBarrel = (file: string) => BARREL.test(file);

/** Answers the modules that need a module of the package. */
export type UsersOfModule = (module: string) => readonly string[];

/** Finds who needs which module of a package among those that import its index. */
export function usersOf(barrel: string, importers: readonly string[]): UsersOfModule {
  const packageName = BARREL.exec(barrel)?.[1] ?? '';
  const moduleOfName = new Map<string, string>();
  for (const [, names = '', from = ''] of readFileSync(barrel, 'utf8').matchAll(TAKEN))
    for (const { local } of split(names)) moduleOfName.set(local, join(dirname(barrel), from));

  const everything: string[] = [];
  const users = new Map<string, string[]>();
  for (const importer of importers) {
    const file = importer.split('?')[0] ?? importer;
    if (importer.startsWith('\0') || isBarrel(file)) continue;
    for (const [, names, from] of readFileSync(file, 'utf8').matchAll(IMPORTED)) {
      if (from !== packageName) continue;
      if (names === undefined) everything.push(importer);
      for (const { name } of split(names ?? '')) {
        const module = moduleOfName.get(name) ?? '';
        users.set(module, [...(users.get(module) ?? []), importer]);
      }
    }
  }
  return (module) => [...everything, ...(users.get(module) ?? [])];
}

/** The parts of a list such as `a, type B, c as d`. A type needs no module. */
function split(names: string): { name: string; local: string }[] {
  return names
    .split(',')
    .map((each) => each.trim().split(/\s+as\s+/))
    .filter(([name = '']) => name !== '' && !name.startsWith('type '))
    .map(([name = '', local = name]) => ({ name, local }));
}
