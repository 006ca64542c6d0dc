import type { CheckInList } from '@entrada/contract/door/check-in-lists';
import { Trans, useLingui } from '@lingui/react/macro';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { useEvent } from '../kit/data/event.ts';
import { useSession } from '../kit/data/session.ts';
import { useChange } from '../kit/data/use-change.ts';
import { TicketFirst } from '../kit/event-actions/share.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { lateDrawer } from '../kit/late/drawer.tsx';
import { ListPage } from '../kit/list/page.tsx';
import { useListPage } from '../kit/list/use-list-page.ts';
import { useDeleteRow } from '../kit/list/use-row-actions.ts';
import { onNewPath, readInBrowser, readOnServer } from '../kit/reading/reads.ts';
import { closeList, removeList, touchedByLists } from './api.ts';
import { ChosenLists } from './chosen.tsx';
import { WhatDisappears } from './disappears.tsx';
import { checkInListSource, reads } from './reads.ts';
import { ListRow } from './row.tsx';
import { useCheckInApp } from './use-check-in-app.ts';

export const loader = readOnServer(reads);
export const clientLoader = readInBrowser(reads);
export const shouldRevalidate = onNewPath;

const ListDrawer = lateDrawer(async () => (await import('./drawer.tsx')).ListDrawer);
const LinksDrawer = lateDrawer(async () => (await import('./links/drawer.tsx')).LinksDrawer);
const InsideDrawer = lateDrawer(async () => (await import('./inside/drawer.tsx')).InsideDrawer);
const LogDrawer = lateDrawer(async () => (await import('./log/drawer.tsx')).LogDrawer);

export default function CheckInPage() {
  const { t } = useLingui();
  const event = useEvent();
  const mayManage = useSession().may('check-in.manage');
  const { hasTicket } = event.checklist;
  const page = useListPage({
    id: 'check-in-lists',
    ...checkInListSource(event.id),
    mayChoose: mayManage,
  });
  const { list, drawer, choosing } = page;
  useCheckInApp();
  const setClosed = useChange({
    run: (one: CheckInList) => closeList(event.id, one.id, one.state !== 'closed'),
    invalidates: () => touchedByLists(event.id),
    success: (_, one) => (one.state === 'closed' ? t`${one.name} is open again.` : t`${one.name} is closed.`),
  });
  const askDelete = useDeleteRow({
    page,
    run: (one: CheckInList) => removeList(event.id, one.id),
    invalidates: touchedByLists(event.id),
    ask: (one) => ({
      title: t`Delete this list?`,
      text: <WhatDisappears lists={[one]} event={event} />,
      keep: t`Keep list`,
      confirm: t`Delete list`,
    }),
    says: (one) => t`${one.name} is deleted.`,
  });
  return (
    <ListPage
      page={page}
      title={t`Check-in`}
      searchLabel={t`Search lists`}
      filters={[
        {
          field: 'state',
          label: t`Status`,
          operator: 'in',
          options: [
            { value: 'active', label: t`Active` },
            { value: 'not_active', label: t`Not active yet` },
            { value: 'expired', label: t`Expired` },
            { value: 'closed', label: t`Closed` },
          ],
        },
      ]}
      sorts={[
        { by: 'created_at', direction: 'desc', label: t`Newest first` },
        { by: 'name', direction: 'asc', label: t`Name A–Z` },
      ]}
      add={mayManage && hasTicket && { label: t`New list` }}
      noMatch={<Trans>No lists match.</Trans>}
      skeleton={<Skeleton height={76} />}
      empty={
        hasTicket
          ? {
              title: <Trans>Create a check-in list</Trans>,
              text: (
                <Trans>
                  Staff open its link on their phones and scan tickets against it, without an account.
                </Trans>
              ),
            }
          : {
              title: <Trans>Add a ticket first</Trans>,
              text: <Trans>A check-in list says which tickets open a door, so the event needs one.</Trans>,
              action: <TicketFirst />,
            }
      }
      columns={[
        { key: 'name', header: <Trans>Name</Trans> },
        { key: 'state', header: <Trans>Status</Trans> },
        { key: 'checkedIn', header: <Trans>Checked in</Trans> },
      ]}
      rows={(has) => (
        <ul>
          {list.rows.map((one) => (
            <ListRow
              key={one.id}
              list={one}
              timezone={event.timezone}
              selection={choosing}
              has={has}
              mayManage={mayManage}
              onEdit={() => drawer.open(one.id)}
              onLinks={() => drawer.open(`links-${one.id}`)}
              onLog={() => drawer.open(`log-${one.id}`)}
              onInside={() => drawer.open(`inside-${one.id}`)}
              onClosed={() => void setClosed.start(one)}
              onDelete={() => askDelete(one)}
            />
          ))}
        </ul>
      )}
      bulk={<ChosenLists page={page} />}
      ahead={ListDrawer.ahead}
      drawer={
        hasTicket &&
        (({ which, close }) => {
          const [, part, id] = /^(links|log|inside)-(\d{1,15})$/.exec(which) ?? [];
          if (part === 'inside') return <InsideDrawer listId={Number(id)} close={close} />;
          if (!mayManage) return null;
          if (part === 'links') return <LinksDrawer listId={Number(id)} close={close} />;
          if (part === 'log') return <LogDrawer listId={Number(id)} close={close} />;
          return <ListDrawer which={which} close={close} />;
        })
      }
    />
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
