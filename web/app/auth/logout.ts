import { logout } from '@entrada/contract/accounts/accounts';
import { type ActionFunctionArgs, redirect, redirectDocument } from 'react-router';
import { ApiError } from '../platform/api/error.ts';
import { apiContext } from '../platform/context.ts';
import { loginPath } from '../platform/previous-url.ts';

/** A GET does nothing: only a form may end a session, never a link. */
export function loader() {
  return redirect('/');
}

/** Ends the session and redirects to login. A session that has already ended is no error. */
export async function action({ context }: ActionFunctionArgs) {
  try {
    await context.get(apiContext)(logout, {});
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'UNAUTHENTICATED') throw error;
  }
  return redirectDocument(loginPath);
}
