import type { Organizer } from '@entrada/contract/organizers';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Menu } from '@mantine/core';
import { IconCalendarEvent, IconExternalLink, IconPlus, IconSettings } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/empty-state.tsx';
import { GhostStub } from '../../ui/ghost-stub.tsx';
import { OrganizerLogo } from '../../ui/organizer-logo.tsx';
import { useReturnToRow } from '../list/row-link.tsx';
import { RowMenu } from '../list/row-menu.tsx';
import { useDrawerParam } from '../shell/drawer-param.ts';
import { PageHeader } from '../shell/page.tsx';
import { PageError } from '../shell/page-error.tsx';
import { useSession } from '../shell/session.ts';
import { NewOrganizerDrawer } from './new-organizer-drawer.tsx';
import styles from './organizers.module.css';

/** The public brands of the account. */
export default function OrganizersPage() {
  const { t } = useLingui();
  const { organizers, may } = useSession();
  const drawer = useDrawerParam();
  useReturnToRow(drawer.opened);
  const mayWrite = may('organizers.write');
  const newOrganizer = mayWrite && (
    <Button
      variant="primary"
      leftSection={<IconPlus size={18} stroke={2} />}
      onClick={() => drawer.open('new')}
    >
      <Trans>New organizer</Trans>
    </Button>
  );
  return (
    <div className={styles.list}>
      <PageHeader
        title={<Trans>Organizers</Trans>}
        tab={[t`Organizers`]}
        count={organizers.length}
        actions={organizers.length > 0 && newOrganizer}
      />
      {organizers.length === 0 ? (
        <EmptyState drawing={<GhostStub />} title={<Trans>Create an organizer</Trans>} action={newOrganizer}>
          <Trans>An organizer is the name your events are under, with a page of its own.</Trans>
        </EmptyState>
      ) : (
        <ul className={styles.rows}>
          {organizers.map((organizer) => (
            <OrganizerRow key={organizer.id} organizer={organizer} mayWrite={mayWrite} />
          ))}
        </ul>
      )}
      {mayWrite && drawer.opened === 'new' && <NewOrganizerDrawer close={drawer.close} />}
    </div>
  );
}

const icon = { size: 18, stroke: 1.75 };

function OrganizerRow({ organizer, mayWrite }: { organizer: Organizer; mayWrite: boolean }) {
  const path = `/manage/organizer/${organizer.id}`;
  return (
    <li className={styles.row}>
      <OrganizerLogo name={organizer.name} logo={organizer.logo} size={44} />
      <div className={styles.words}>
        <h2 className={styles.name}>
          <Link to={`${path}/events`}>{organizer.name}</Link>
        </h2>
        <p className={styles.meta}>/{organizer.slug}</p>
      </div>
      <div className={styles.contact}>{organizer.email}</div>
      <div className={styles.currency}>{organizer.currency}</div>
      <RowMenu name={organizer.name}>
        <Menu.Item component="a" href={`/${organizer.slug}`} leftSection={<IconExternalLink {...icon} />}>
          <Trans>View page</Trans>
        </Menu.Item>
        <Menu.Item component={Link} to={`${path}/events`} leftSection={<IconCalendarEvent {...icon} />}>
          <Trans>Events</Trans>
        </Menu.Item>
        {mayWrite && (
          <Menu.Item component={Link} to={`${path}/settings`} leftSection={<IconSettings {...icon} />}>
            <Trans>Edit organizer</Trans>
          </Menu.Item>
        )}
      </RowMenu>
    </li>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
