import { getDoor } from '@entrada/contract/door/check-in';
import { useLingui } from '@lingui/react/macro';
import {
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  useLoaderData,
  useParams,
  useRouteError,
} from 'react-router';
import { apiContext, requestContext } from '../platform/context.ts';
import { RouteError } from '../platform/route-error.tsx';
import { titleFont } from '../platform/styles/fonts.ts';
import { ListNotFound } from './entry/closed-list.tsx';
import { DoorScreen } from './parts/screen.tsx';

export async function loader({ params, context }: LoaderFunctionArgs) {
  const listShortId = params['listShortId'] ?? '';
  const { data } = await context.get(apiContext)(getDoor, { params: { listShortId } });
  return { door: data, isSignedIn: context.get(requestContext).user !== null };
}

/** The page refreshes itself by its own calls. */
export const shouldRevalidate = () => false;

export const links = titleFont;

export default function DoorPage() {
  const { t } = useLingui();
  const { door, isSignedIn } = useLoaderData<typeof loader>();
  const { listShortId = '' } = useParams();
  const { name, event } = door;
  return (
    <>
      <title>{t`Check-in: ${name} · ${event.title}`}</title>
      <meta name="robots" content="noindex" />
      <meta name="theme-color" content="#151210" />
      <link rel="manifest" href={`/check-in/${listShortId}/manifest.webmanifest`} />
      <link rel="apple-touch-icon" href="/icons/door-touch-180.png" />
      <DoorScreen key={listShortId} listShortId={listShortId} initial={door} isSignedIn={isSignedIn} />
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <ListNotFound />;
  return <RouteError />;
}
