import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { languageTag } from './locales.ts';

/** An i18n for one request or one page; never shared between requests. */
export function createI18n(locale: string, messages: Messages): I18n {
  return setupI18n({ locale, locales: languageTag(locale), messages: { [locale]: messages } });
}
