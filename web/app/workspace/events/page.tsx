import { Trans, useLingui } from '@lingui/react/macro';
import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type Params,
  useParams,
} from 'react-router';
import { PageError } from '../kit/frame/page-error.tsx';
import { readPermittedInBrowser, readPermittedOnServer } from '../kit/reading/permitted.ts';
import { onNewPath } from '../kit/reading/reads.ts';
import { readState, reads } from './reads.ts';
import { EventsView } from './view.tsx';

function mustExist(params: Params): void {
  if (!readState(params['eventsState'])) throw data({ code: 'NOT_FOUND' }, { status: 404 });
}

export function loader(args: LoaderFunctionArgs) {
  mustExist(args.params);
  return readPermittedOnServer('events.read', reads)(args);
}

export function clientLoader(args: ClientLoaderFunctionArgs) {
  mustExist(args.params);
  return readPermittedInBrowser('events.read', reads)(args);
}

export const shouldRevalidate = onNewPath;

export default function EventsPage() {
  const { t } = useLingui();
  const state = readState(useParams()['eventsState']) ?? 'upcoming';
  return <EventsView state={state} path="/manage/events" title={<Trans>Events</Trans>} tab={[t`Events`]} />;
}

export function ErrorBoundary() {
  return <PageError />;
}
