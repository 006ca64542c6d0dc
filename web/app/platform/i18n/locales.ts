import { COOKIES, LOCALES, type Locale, SOURCE_LOCALE } from '@entrada/contract/constants';

export type { Locale };

/** Each language by its own name, so that readers find their language on a page that they cannot read. */
export const localeNames: Record<Locale, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  pt: 'Português',
  es: 'Español',
  'zh-cn': '简体中文',
  'pt-br': 'Português (Brasil)',
};

const languageTags: Record<Locale, string> = {
  en: 'en',
  de: 'de',
  fr: 'fr',
  pt: 'pt-PT',
  es: 'es',
  'zh-cn': 'zh-CN',
  'pt-br': 'pt-BR',
};

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** The BCP 47 tag of a locale, for `lang` attributes and `Intl`. */
export function languageTag(locale: string): string {
  return isLocale(locale) ? languageTags[locale] : locale;
}

/** The locale that fits a language tag best ("pt-PT" is pt, "zh-Hans-SG" is zh-cn), if there is one. */
function matchTag(tag: string): Locale | undefined {
  const wanted = tag.toLowerCase();
  if (isLocale(wanted)) return wanted;
  const language = wanted.split('-', 1)[0];
  if (language === 'zh') return 'zh-cn';
  return isLocale(language) ? language : undefined;
}

function fromAcceptLanguage(header: string): Locale | undefined {
  const wanted = header
    .split(',')
    .map((part, index) => {
      const [tag = '', ...params] = part.trim().split(';');
      const quality = params.map((param) => /^\s*q=([\d.]+)$/.exec(param)?.[1]).find(Boolean);
      return { tag, quality: quality === undefined ? 1 : Number(quality), index };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality || a.index - b.index);
  for (const { tag } of wanted) {
    const locale = matchTag(tag);
    if (locale) return locale;
  }
  return undefined;
}

export function readCookie(header: string | null | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const [key, ...value] = part.split('=');
    if (key?.trim() !== name) continue;
    try {
      return decodeURIComponent(value.join('=').trim());
    } catch {
      return undefined;
    }
  }
  return undefined;
}

const yearSeconds = 365 * 24 * 60 * 60;

/** The `set-cookie` header that remembers a visitor's language. */
export function localeCookie(locale: Locale, baseUrl: string): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  return `${COOKIES.locale}=${locale}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
}

/** Whether a path belongs to the workspace. There a session is needed, and the user's own language applies. */
export function isWorkspacePath(pathname: string): boolean {
  return /^\/(manage|account|welcome)(\/|\.|$)/.test(pathname);
}

const isWidgetPath = (pathname: string) => /^\/widget\/\d+$/.test(pathname);

/**
 * Chooses the language of a request. In the workspace it is the user's own. In a widget it is the one in the
 * widget's address. Otherwise the cookie with the visitor's choice counts, then the browser's languages, then the
 * installation's default.
 */
export function resolveLocale(request: {
  pathname: string;
  /** The language in a widget's address. The organizer wrote it there. */
  asked?: string | null | undefined;
  userLocale?: string | null | undefined;
  cookie?: string | null | undefined;
  acceptLanguage?: string | null | undefined;
  defaultLocale: string;
}): Locale {
  if (isWorkspacePath(request.pathname) && isLocale(request.userLocale)) return request.userLocale;
  if (isWidgetPath(request.pathname) && isLocale(request.asked)) return request.asked;
  const chosen = readCookie(request.cookie, COOKIES.locale);
  if (isLocale(chosen)) return chosen;
  const accepted = request.acceptLanguage ? fromAcceptLanguage(request.acceptLanguage) : undefined;
  if (accepted) return accepted;
  return isLocale(request.defaultLocale) ? request.defaultLocale : SOURCE_LOCALE;
}
