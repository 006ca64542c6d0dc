import type { I18n, Messages } from '@lingui/core';
import { createContext, type MiddlewareFunction } from 'react-router';

/** The parts of the interface that have messages of their own; see lingui.config.ts. */
export type Catalogue = 'public' | 'workspace';

/** What a layout route exports as `handle` to have its part's messages loaded before it renders. */
export type CatalogueHandle = { catalogue: Catalogue };

/** The page's own i18n, for what runs in the browser before a component does. */
export const i18nContext = createContext<I18n>();

const files = import.meta.glob<{ messages: Messages }>('../../locales/*/*.po');

export async function loadMessages(catalogue: Catalogue, locale: string): Promise<Messages> {
  const file = await files[`../../locales/${catalogue}/${locale}.po`]?.();
  return file?.messages ?? {};
}

/** The public messages and those of every part that the given route handles ask for. */
export async function loadCatalogues(handles: unknown[], locale: string): Promise<Messages> {
  const wanted = new Set<Catalogue>(['public']);
  for (const handle of handles) if (hasCatalogue(handle)) wanted.add(handle.catalogue);
  const all = await Promise.all([...wanted].map((catalogue) => loadMessages(catalogue, locale)));
  return Object.assign({}, ...all);
}

function hasCatalogue(handle: unknown): handle is CatalogueHandle {
  return typeof handle === 'object' && handle !== null && 'catalogue' in handle;
}

/**
 * `clientMiddleware` of a layout whose part has its own messages: walking into it from another part
 * loads them before anything renders. Arriving by a full page load, the two entries see to it.
 */
export function loadCatalogueFirst(catalogue: Catalogue): MiddlewareFunction<unknown> {
  return async ({ context }, next) => {
    const i18n = context.get(i18nContext);
    i18n.load(i18n.locale, await loadMessages(catalogue, i18n.locale));
    return next();
  };
}
