import { data } from 'react-router';
import { PageError } from './kit/frame/page-error.tsx';

/** An address below the workspace that is no page: the navigation stays beside what says so. */
export function loader() {
  throw data({ code: 'NOT_FOUND' }, { status: 404 });
}

export default function UnknownPage() {
  return null;
}

export function ErrorBoundary() {
  return <PageError />;
}
