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

const publicMessages = catalogue(import.meta.glob<{ messages: Messages }>('../../../locales/public/*.po'));

/** Loads the public messages and the messages of every part that the given route handles name. */
export async function loadCatalogues(handles: unknown[], locale: string): Promise<Messages> {
  const loads = [publicMessages, ...handles.filter(isCatalogueHandle).map((handle) => handle.loadMessages)];
  return Object.assign({}, ...(await Promise.all(loads.map((load) => load(locale)))));
}

export function isCatalogueHandle(handle: unknown): handle is CatalogueHandle {
  return typeof handle === 'object' && handle !== null && 'loadMessages' in handle;
}

/**
 * The `clientMiddleware` of a part's layout. When the visitor comes from another part, it loads the messages before
 * anything renders. On a full page load, entry.server and entry.client load them.
 */
export function loadFirst(loadMessages: LoadMessages): MiddlewareFunction<unknown> {
  return async ({ context }, next) => {
    const i18n = context.get(i18nContext);
    i18n.load(i18n.locale, await loadMessages(i18n.locale));
    return next();
  };
}
