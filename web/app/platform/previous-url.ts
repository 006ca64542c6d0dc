const storageKey = 'entrada.previous-url';

export const homePath = '/manage/events';
/** Where somebody begins who works at a door only. */
export const doorPath = '/manage/door';
export const loginPath = '/auth/login';
/** The only page of the workspace for somebody who must set up a second factor first. */
export const secondFactorPath = '/manage/profile/second-factor';

/**
 * The value if it is a path on this site and may be in a header; otherwise undefined. It never leads to another
 * origin.
 */
export function safePath(value: string | null | undefined): string | undefined {
  return value && /^\/(?![/\\])[!-[\]-~]*$/.test(value) ? value : undefined;
}

/** The path with the query of the page that the visitor comes from, if that is the page of this path. */
export function withOwnQuery(path: string, { url, headers }: Pick<Request, 'url' | 'headers'>): string {
  const from = headers.get('referer');
  if (path.includes('?') || !from || !URL.canParse(from)) return path;
  const { host, pathname, search } = new URL(from);
  return host === new URL(url).host && pathname === path ? (safePath(pathname + search) ?? path) : path;
}

/** The login address for a visitor without a session. It contains the requested page. */
export function loginUrl(from: URL): string {
  const path = `${from.pathname.replace(/(\/_root)?\.data$/, '') || '/'}${from.search}`;
  return `${loginPath}?previous=${encodeURIComponent(path)}`;
}

/** Browser only: remembers this page for this tab and goes to login. */
export function goToLogin(): void {
  savePreviousUrl(location.pathname + location.search);
  location.assign(loginPath);
}

/** Browser only: remembers a page for this tab, to return to after login. */
function savePreviousUrl(path: string): void {
  try {
    sessionStorage.setItem(storageKey, path);
  } catch {
    // The browser may refuse storage. Then login leads to the events list.
  }
}

/**
 * Browser only: answers the page to open after login, and forgets it. The `previous` of the login page's own
 * address comes first, then the remembered page of this tab, then the events list.
 */
export function takePreviousUrl(search: URLSearchParams): string {
  let remembered: string | null = null;
  try {
    remembered = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
  } catch {
    // The browser may refuse storage.
  }
  return safePath(search.get('previous')) ?? safePath(remembered) ?? homePath;
}
