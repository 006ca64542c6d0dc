import { data } from 'react-router';
import { PageError } from './kit/frame/page-error.tsx';

/** An unknown address below the workspace. The error page keeps the navigation. */
export function loader() {
  throw data({ code: 'NOT_FOUND' }, { status: 404 });
}

export default function UnknownPage() {
  return null;
}

export function ErrorBoundary() {
  return <PageError />;
}
