import { getOrganizer } from '@entrada/contract/catalog/organizers';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconExternalLink, IconSettings } from '@tabler/icons-react';
import { data, Link, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { apiContext } from '../../platform/context.ts';
import { useSession } from '../kit/data/session.ts';
import { PageError } from '../kit/frame/page-error.tsx';
import { EventsView, readState } from './view.tsx';

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { organizerId = '', eventsState } = params;
  // A malformed id or tab means an unknown page (404), not an invalid request.
  if (!/^[1-9][0-9]{0,14}$/.test(organizerId) || !readState(eventsState)) {
    throw data({ code: 'NOT_FOUND' }, { status: 404 });
  }
  const organizer = await context.get(apiContext)(getOrganizer, { params: { organizerId } });
  return { organizer: organizer.data };
}

const icon = { size: 18, stroke: 1.75 };

/** The events of one organizer. */
export default function OrganizerEventsPage() {
  const { t } = useLingui();
  const loaded = useLoaderData<typeof loader>().organizer;
  const { may, organizers } = useSession();
  const organizer = organizers.find(({ id }) => id === loaded.id) ?? loaded;
  const state = readState(useParams()['eventsState']) ?? 'upcoming';
  const path = `/manage/organizer/${organizer.id}`;
  return (
    <EventsView
      key={organizer.id}
      state={state}
      path={`${path}/events`}
      organizer={organizer}
      title={organizer.name}
      tab={[t`Events`, organizer.name]}
      actions={
        <>
          <Button component="a" href={`/${organizer.slug}`} leftSection={<IconExternalLink {...icon} />}>
            <Trans>View page</Trans>
          </Button>
          {may('organizers.write') && (
            <Button component={Link} to={`${path}/settings`} leftSection={<IconSettings {...icon} />}>
              <Trans>Settings</Trans>
            </Button>
          )}
        </>
      }
    />
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
