import { type LoaderFunctionArgs, redirect } from 'react-router';
import { requestContext } from '../context.ts';
import { homePath, loginPath } from '../previous-url.ts';

export function loader({ context }: LoaderFunctionArgs) {
  return redirect(context.get(requestContext).user ? homePath : loginPath);
}

export default function Home() {
  return null;
}
