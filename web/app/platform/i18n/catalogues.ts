import type { I18n, Messages } from '@lingui/core';
import { createContext, type MiddlewareFunction } from 'react-router';

/** The files of one part's catalogue by path, as `import.meta.glob` gives them; each loads by itself. */
type CatalogueFiles = Record<string, () => Promise<{ messages: Messages }>>;

type LoadMessages = (locale: string) => Promise<Messages>;

/** What the layout of a part exports as `handle`: how to load the words that its pages need. */
export type CatalogueHandle = { loadMessages: LoadMessages };

/** The page's own i18n, for what runs in the browser before a component does. */
export const i18nContext = createContext<I18n>();

/** Loads one part's messages in a locale; none where there is no such file. */
export function catalogue(files: CatalogueFiles): LoadMessages {
  const byLocale = new Map(
    Object.entries(files).map(([path, load]) => [/([^/]+)\.po$/.exec(path)?.[1], load]),
  );
  return async (locale) => (await byLocale.get(locale)?.())?.messages ?? {};
}

const publicMessages = catalogue(import.meta.glob<{ messages: Messages }>('../../../locales/public/*.po'));

/** The public messages and those of every part that the given route handles ask for. */
export async function loadCatalogues(handles: unknown[], locale: string): Promise<Messages> {
  const loads = [publicMessages, ...handles.filter(isCatalogueHandle).map((handle) => handle.loadMessages)];
  return Object.assign({}, ...(await Promise.all(loads.map((load) => load(locale)))));
}

function isCatalogueHandle(handle: unknown): handle is CatalogueHandle {
  return typeof handle === 'object' && handle !== null && 'loadMessages' in handle;
}

/**
 * `clientMiddleware` of a part's layout: walking into it from another part loads its words before anything
 * renders. Arriving by a full page load, entry.server and entry.client see to it.
 */
export function loadFirst(loadMessages: LoadMessages): MiddlewareFunction<unknown> {
  return async ({ context }, next) => {
    const i18n = context.get(i18nContext);
    i18n.load(i18n.locale, await loadMessages(i18n.locale));
    return next();
  };
}
