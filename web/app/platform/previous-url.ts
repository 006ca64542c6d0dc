const storageKey = 'entrada.previous-url';

export const homePath = '/manage/events';
export const loginPath = '/auth/login';

/**
 * The value if it is a path within this site, else undefined: never a door to another origin, and nothing that cannot
 * stand in a header.
 */
export function safePath(value: string | null | undefined): string | undefined {
  return value && /^\/(?![/\\])[!-[\]-~]*$/.test(value) ? value : undefined;
}

/** Where the server sends someone whose session is missing; the page they wanted rides along. */
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
    // Storage can be closed to us; login then leads to the events list.
  }
}

/**
 * Browser only: where to go after login, forgetting it. The `previous` of the login page's own
 * address comes first, then what this tab remembers, then the events list.
 */
export function takePreviousUrl(search: URLSearchParams): string {
  let remembered: string | null = null;
  try {
    remembered = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
  } catch {
    // As above.
  }
  return safePath(search.get('previous')) ?? safePath(remembered) ?? homePath;
}
