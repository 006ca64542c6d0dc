import { type LoaderFunctionArgs, redirect } from 'react-router';
import { requestContext } from '../context.ts';
import { isLocale, localeCookie } from '../i18n/locales.ts';
import { safePath, withOwnQuery } from '../previous-url.ts';

/**
 * `/locale?to=de&back=/path`: stores the visitor's choice of language and goes back. The link stands on a page that many
 * visitors get, so the query of their own address is not in it; the browser names it as the page that it comes from.
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const to = search.get('to');
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (isLocale(to)) {
    headers.set('set-cookie', localeCookie(to, context.get(requestContext).baseUrl));
  }
  const back = safePath(search.get('back')) ?? '/';
  return redirect(withOwnQuery(back, request), { headers });
}
