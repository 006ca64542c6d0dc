import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Messages } from '@lingui/core';
import type { Plugin } from 'vite';

/** Below the folder of the browser's build: the file of words of each page in each language. */
export const WORDS_MANIFEST = '.vite/words.json';

/**
 * Gives each page a file with the words that its own scripts show, instead of whole catalogues. Those load after the
 * page, before another page or what loads late shows (app/platform/i18n/catalogues.ts). Nobody sorts words for it:
 * the imports of a page say which it needs. In development pages load whole catalogues.
 */
export function firstWords(): Plugin {
  let app = '';
  return {
    name: 'first-words',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved({ root }) {
      app = join(root, 'app/');
    },
    async generateBundle() {
      const { default: routes } = await import(pathToFileURL(join(app, 'routes.ts')).href);
      const graph = { ids: [...this.getModuleIds()], infoOf: (id: string) => this.getModuleInfo(id) };
      const pages = wordsOfPages(pagesOf(routes), { app, graph, catalogues: await readCatalogues(graph) });
      const files = pages.map(({ id, words }) => {
        const ofLocales = words.map(([locale, messages]) => {
          const source = `export const messages=${JSON.stringify(messages)}`;
          return [
            locale,
            this.getFileName(this.emitFile({ type: 'asset', name: `words-${locale}.js`, source })),
          ];
        });
        return [id, Object.fromEntries(ofLocales)];
      });
      const manifest = JSON.stringify(Object.fromEntries(files));
      this.emitFile({ type: 'asset', fileName: WORDS_MANIFEST, source: manifest });
    },
  };
}

type Info = {
  code: string | null;
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
};
type Graph = { ids: readonly string[]; infoOf: (id: string) => Info | null };
/** The messages of a catalogue's module in one locale. */
type Catalogue = { module: string; locale: string; messages: Messages };

const CATALOGUE = /\/locales\/[\w-]+\/([\w-]+)\.po$/;
const fileOf = (id: string) => id.split('?')[0] ?? id;

/** The catalogues as Lingui has compiled them. */
function readCatalogues({ ids, infoOf }: Graph): Promise<Catalogue[]> {
  const found = ids.flatMap((module) => {
    const locale = CATALOGUE.exec(module)?.[1];
    return locale ? [{ module, locale }] : [];
  });
  return Promise.all(
    found.map(async ({ module, locale }) => {
      const code = encodeURIComponent(infoOf(module)?.code ?? '');
      const { messages }: { messages: Messages } = await import(`data:text/javascript,${code}`);
      return { module, locale, messages };
    }),
  );
}

type Route = { id?: string | undefined; file: string; children?: readonly Route[] | undefined };
type Page = { id: string; files: string[] };

/** The pages of the URL map by the router's ids, each with its own file and those of its layouts. */
export const pagesOf = (routes: readonly Route[], above: string[] = []): Page[] =>
  routes.flatMap(({ id, file, children }) => {
    const files = [...above, file];
    return children ? pagesOf(children, files) : [{ id: id ?? file.replace(/\.\w+$/, ''), files }];
  });

type Build = { app: string; graph: Graph; catalogues: readonly Catalogue[] };
type PageWords = { id: string; words: [locale: string, messages: Messages][] };

/**
 * The words of each page by locale: those in all modules that it imports statically. What loads late waits for whole
 * catalogues. It is an error if they have not all words of the page and of what it loads late.
 */
export function wordsOfPages(pages: readonly Page[], { app, graph, catalogues }: Build): PageWords[] {
  const messagesIn = messageFinder(new Set(catalogues.flatMap(({ messages }) => Object.keys(messages))), app);
  return pages.map(({ id, files }) => {
    const starts = new Set(['root.tsx', 'hydrate-app.tsx', ...files].map((file) => app + file));
    const first = reach(
      graph.ids.filter((module) => starts.has(fileOf(module))),
      (info) => info.importedIds,
    );
    const all = reach(first, (info) => [...info.importedIds, ...info.dynamicallyImportedIds]);
    const own = catalogues.filter(({ module }) => all.has(module));
    const loaded = new Set(own.flatMap(({ messages }) => Object.keys(messages)));
    for (const module of all)
      if (!messagesIn(module, graph).every((message) => loaded.has(message)))
        throw new Error(
          `No catalogue of the page ${id} has all words of ${fileOf(module)} (lingui.config.ts).`,
        );
    const shown = [...new Set([...first].flatMap((module) => messagesIn(module, graph)))].sort();
    const words = Object.entries(Object.groupBy(own, ({ locale }) => locale)).map(
      ([locale, parts = []]): [string, Messages] => {
        const messages: Messages = Object.assign({}, ...parts.map((part) => part.messages));
        return [
          locale,
          Object.fromEntries(shown.flatMap((one) => (messages[one] ? [[one, messages[one]]] : []))),
        ];
      },
    );
    return { id, words };
  });

  function reach(starts: Iterable<string>, next: (info: Info) => readonly string[]): Set<string> {
    const seen = new Set(starts);
    for (const module of seen) {
      const info = graph.infoOf(module);
      for (const imported of info ? next(info) : []) seen.add(imported);
    }
    return seen;
  }
}

/** Whatever could be the id of a message: a hash of six signs. */
const IDS = /["'`]([\w+/-]{6})["'`]/g;

/** Finds the messages in a module of the application. */
function messageFinder(known: ReadonlySet<string>, app: string) {
  const found = new Map<string, string[]>();
  return (module: string, { infoOf }: Graph): string[] => {
    if (!module.startsWith(app)) return [];
    const before = found.get(module);
    if (before) return before;
    const ids = [...(infoOf(module)?.code ?? '').matchAll(IDS)].flatMap(([, id = '']) =>
      known.has(id) ? [id] : [],
    );
    found.set(module, ids);
    return ids;
  };
}
