import type { Member } from '@entrada/contract/accounts/team';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { LoadFailed } from '../kit/display/load-failed.tsx';
import { useDrawerParam } from '../kit/frame/drawer-param.ts';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { lateDrawer } from '../kit/late/drawer.tsx';
import { useAhead } from '../kit/late/use-ahead.ts';
import { useReturnToRow } from '../kit/list/row.tsx';
import { readPermittedInBrowser, readPermittedOnServer } from '../kit/reading/permitted.ts';
import { onNewPath, useRead } from '../kit/reading/reads.ts';
import { reads, teamRead } from './reads.ts';
import { RoleTable } from './role-table.tsx';
import { MemberRow } from './row.tsx';
import styles from './team.module.css';

export const loader = readPermittedOnServer('users.manage', reads);
export const clientLoader = readPermittedInBrowser('users.manage', reads);
export const shouldRevalidate = onNewPath;

const InviteDrawer = lateDrawer(async () => (await import('./invite-drawer.tsx')).InviteDrawer);
const MemberDrawer = lateDrawer(async () => (await import('./member-drawer.tsx')).MemberDrawer);

const ahead = (opens: string) => (opens === 'new' ? InviteDrawer : MemberDrawer).ahead();

/** The people of the account, whoever is invited, and what each role may do. */
export default function TeamPage() {
  const { t } = useLingui();
  const { data, isError, error, refetch } = useRead(teamRead);
  const drawer = useDrawerParam();
  useReturnToRow(drawer.opened);
  useAhead(ahead);
  const chosen = data?.find(({ id }) => String(id) === drawer.opened);
  return (
    <>
      <PageHeader
        title={<Trans>Users</Trans>}
        tab={[t`Users`]}
        count={data?.length}
        actions={
          <Button
            variant="primary"
            leftSection={<IconPlus size={18} />}
            data-opens="new"
            onClick={() => drawer.open('new')}
          >
            <Trans>Invite someone</Trans>
          </Button>
        }
      />
      {isError && !data && <LoadFailed error={error} retry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={320} />}
      {data && <People members={data} />}
      <RoleTable />
      {drawer.opened === 'new' && <InviteDrawer close={drawer.close} />}
      {chosen && <MemberDrawer key={chosen.id} member={chosen} close={drawer.close} />}
    </>
  );
}

function People({ members }: { members: Member[] }) {
  return (
    <>
      <div className={styles.head} aria-hidden="true">
        <span className={styles.who}>
          <Trans>Person</Trans>
        </span>
        <span className={styles.role}>
          <Trans>Role</Trans>
        </span>
        <span className={styles.reach}>
          <Trans>Events</Trans>
        </span>
        <span className={styles.last}>
          <Trans>Last here</Trans>
        </span>
        <span className={styles.menu} />
      </div>
      <ul className={styles.rows}>
        {members.map((member) => (
          <MemberRow key={member.id} member={member} />
        ))}
      </ul>
      {members.length === 1 && (
        <EmptyState title={<Trans>Only you so far</Trans>}>
          <Trans>
            Invite the people who work on your events. Each gets a sign-in of their own and sees what their
            role needs.
          </Trans>
        </EmptyState>
      )}
    </>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
