import type { I18n, Messages } from '@lingui/core';
import { createContext, type MiddlewareFunction } from 'react-router';

/** The files of one part's catalogue by path, as `import.meta.glob` returns them. Each file loads separately. */
type CatalogueFiles = Record<string, () => Promise<{ messages: Messages }>>;

type LoadMessages = (locale: string) => Promise<Messages>;

/** The `handle` of a part's layout: the part's folder in `locales`, and how to load the messages of its pages. */
export type CatalogueHandle = { part: string; loadMessages: LoadMessages };

/** The page's own i18n, for code in the browser that runs before a component. */
export const i18nContext = createContext<I18n>();

/** Loads one part's messages in a locale. Answers no messages if there is no such file. */
export function catalogue(files: CatalogueFiles): LoadMessages {
  const byLocale = new Map(
    Object.entries(files).map(([path, load]) => [/([^/]+)\.po$/.exec(path)?.[1], load]),
  );
  return async (locale) => (await byLocale.get(locale)?.())?.messages ?? {};
}

export const publicMessages = catalogue(
  import.meta.glob<{ messages: Messages }>('../../../locales/public/*.po'),
);

/** Loads the public messages and the messages of every part that the given route handles name. */
export async function loadCatalogues(handles: unknown[], locale: string): Promise<Messages> {
  const loads = [publicMessages, ...handles.filter(isCatalogueHandle).map((handle) => handle.loadMessages)];
  return Object.assign({}, ...(await Promise.all(loads.map((load) => load(locale)))));
}

export function isCatalogueHandle(handle: unknown): handle is CatalogueHandle {
  return typeof handle === 'object' && handle !== null && 'loadMessages' in handle;
}

/** Adds words. What shows already has its words and does not render again. */
function add(i18n: I18n, more: Messages): void {
  Object.assign(i18n.messages, more);
}

/** The words under way. They are added in the order in which they were asked for, whichever come first. */
let underWay: Promise<unknown> = Promise.resolve();

/**
 * The `clientMiddleware` of a part's layout. A document brings the words of its own page only. Before another page
 * shows, all words of its part are loaded, at the same time as its data. A part may say a public message in words of its
 * own, so they come after the public ones, as on the server.
 */
export function loadWhole(loadMessages: LoadMessages): MiddlewareFunction<unknown> {
  return async ({ context }, next) => {
    const i18n = context.get(i18nContext);
    const added = Promise.all([loadMessages(i18n.locale), underWay]).then(([more]) => add(i18n, more));
    underWay = added.catch(() => undefined);
    const [, result] = await Promise.all([added, next()]);
    return result;
  };
}

/** The rest of the words of the page that the browser has loaded as a document. */
let rest: () => Promise<void> = () => Promise.resolve();

/** The page starts with some words. Those of the given route handles load later. */
export function loadLater(i18n: I18n, handles: unknown[]): void {
  rest = async () => add(i18n, await loadCatalogues(handles, i18n.locale));
}

/** A module that loads late, once the words that the document did not bring are there as well. */
export async function withWords<Module>(load: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load, rest()]);
  return module;
}
