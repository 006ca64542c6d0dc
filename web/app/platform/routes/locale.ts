import { type LoaderFunctionArgs, redirect } from 'react-router';
import { requestContext } from '../context.ts';
import { isLocale, localeCookie } from '../i18n/locales.ts';
import { safePath } from '../previous-url.ts';

/** `/locale?to=de&back=/path`: stores the visitor's choice of language and goes back. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const to = search.get('to');
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (isLocale(to)) {
    headers.set('set-cookie', localeCookie(to, context.get(requestContext).baseUrl));
  }
  return redirect(safePath(search.get('back')) ?? '/', { headers });
}
