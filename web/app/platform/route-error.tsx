import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useRouteError } from 'react-router';
import { type ErrorKind, ErrorPage } from '../ui/notices/error-page.tsx';
import { pageRefusal } from './api/page-refusal.ts';
import { isWorkspacePath } from './i18n/locales.ts';
import { goToLogin } from './previous-url.ts';

/** The page for any error of a route. `isFramed` if a layout shows it inside its own frame. */
export function RouteError({ isFramed = false }: { isFramed?: boolean }) {
  const error = useRouteError();
  const online = useOnline();
  const { pathname } = useLocation();
  const { status, retryAfter } = pageRefusal(error);
  const signedOut = status === 401 && isWorkspacePath(pathname);
  useEffect(() => {
    if (signedOut) goToLogin();
  }, [signedOut]);
  if (signedOut) return null;
  return (
    <ErrorPage kind={kindOf(status, online)} status={status} retryAfter={retryAfter} isFramed={isFramed} />
  );
}

function kindOf(status: number | undefined, online: boolean): ErrorKind {
  if (status === 404) return 'not-found';
  if (status === 403) return 'forbidden';
  if (status === 429) return 'busy';
  return online ? 'failed' : 'offline';
}

function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener('online', changed);
      window.addEventListener('offline', changed);
      return () => {
        window.removeEventListener('online', changed);
        window.removeEventListener('offline', changed);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}
