import type { Locale } from '@entrada/contract/constants';
import { type I18n, type Messages, setupI18n } from '@lingui/core';

const catalogues: Record<Locale, () => Promise<{ messages: Messages }>> = {
  en: () => import('./locales/en.po'),
  de: () => import('./locales/de.po'),
  fr: () => import('./locales/fr.po'),
  pt: () => import('./locales/pt.po'),
  es: () => import('./locales/es.po'),
  'zh-cn': () => import('./locales/zh-cn.po'),
  'pt-br': () => import('./locales/pt-br.po'),
};

/** A new instance for each document, so that two languages share no mutable state. */
export async function loadI18n(locale: Locale): Promise<I18n> {
  const { messages } = await catalogues[locale]();
  return setupI18n({ locale, messages: { [locale]: messages } });
}
