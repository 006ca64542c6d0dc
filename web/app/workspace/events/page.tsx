import { Trans, useLingui } from '@lingui/react/macro';
import { data, type LoaderFunctionArgs, useParams } from 'react-router';
import { PageError } from '../kit/frame/page-error.tsx';
import { EventsView, readState } from './view.tsx';

export function loader({ params }: LoaderFunctionArgs) {
  if (!readState(params['eventsState'])) throw data({ code: 'NOT_FOUND' }, { status: 404 });
  return null;
}

export default function EventsPage() {
  const { t } = useLingui();
  const state = readState(useParams()['eventsState']) ?? 'upcoming';
  return <EventsView state={state} path="/manage/events" title={<Trans>Events</Trans>} tab={[t`Events`]} />;
}

export function ErrorBoundary() {
  return <PageError />;
}
