import { getOrganizer, type Organizer } from '@entrada/contract/catalog/organizers';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconExternalLink, IconSettings } from '@tabler/icons-react';
import {
  type ClientLoaderFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  type Params,
  useLoaderData,
  useParams,
} from 'react-router';
import { apiContext } from '../../platform/context.ts';
import { keys } from '../kit/data/keys.ts';
import { useSession } from '../kit/data/session.ts';
import { PageError } from '../kit/frame/page-error.tsx';
import { onNewPath, readInBrowser, readOnServer, workspaceClient } from '../kit/reading/reads.ts';
import { organizerReads, readState } from './reads.ts';
import { EventsView } from './view.tsx';

function mustExist({ organizerId = '', eventsState }: Params): void {
  // A malformed id or tab means an unknown page (404), not an invalid request.
  if (!/^[1-9][0-9]{0,14}$/.test(organizerId) || !readState(eventsState))
    throw data({ code: 'NOT_FOUND' }, { status: 404 });
}

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  mustExist(params);
  const [organizer, answers] = await Promise.all([
    context.get(apiContext)(getOrganizer, { params: { organizerId: params['organizerId'] ?? '' } }),
    readOnServer(organizerReads)(args),
  ]);
  return { organizer: organizer.data, ...answers };
}

/** The session knows its organizers. The server is asked only for an unknown one. */
export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { params, serverLoader } = args;
  mustExist(params);
  const known = workspaceClient()?.getQueryData<Organizer[]>(keys.allOrganizers);
  const organizer = known?.find(({ id }) => String(id) === params['organizerId']);
  if (!organizer) return serverLoader<typeof loader>();
  await readInBrowser(organizerReads)(args);
  return { organizer };
}

export const shouldRevalidate = onNewPath;

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
