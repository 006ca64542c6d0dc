import type { Organizer } from '@entrada/contract/catalog/organizers';
import { Trans } from '@lingui/react/macro';
import { IconCalendarEvent, IconExternalLink, IconSettings } from '@tabler/icons-react';
import { Link } from 'react-router';
import { OrganizerLogo } from '../../ui/brand/organizer-logo.tsx';
import { RowMenu } from '../kit/list/row.tsx';
import { Menu } from '../kit/menus/menu.tsx';
import styles from './organizers.module.css';

const icon = { size: 18, stroke: 1.75 };

type OrganizerRowProps = {
  organizer: Organizer;
  /** Whether a column shows. */
  has: (key: string) => boolean;
  mayWrite: boolean;
};

/** An organizer with its address, email and currency. The row links to its events. */
export function OrganizerRow({ organizer, has, mayWrite }: OrganizerRowProps) {
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
      {has('email') && <div className={styles.contact}>{organizer.email}</div>}
      {has('currency') && <div className={styles.currency}>{organizer.currency}</div>}
      <div className={styles.menu}>
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
      </div>
    </li>
  );
}
