import { COOKIES } from '@entrada/contract/constants';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { requestContext } from '../context.ts';
import { isLocale } from '../locales.ts';
import { safePath } from '../previous-url.ts';

const yearSeconds = 365 * 24 * 60 * 60;

/** `/locale?to=de&back=/path`: keeps the visitor's choice of language and goes back. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const to = search.get('to');
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (isLocale(to)) {
    const secure = context.get(requestContext).baseUrl.startsWith('https:') ? '; Secure' : '';
    headers.set(
      'set-cookie',
      `${COOKIES.locale}=${to}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`,
    );
  }
  return redirect(safePath(search.get('back')) ?? '/', { headers });
}
