import { Trans, useLingui } from '@lingui/react/macro';
import { NavLink, Outlet } from 'react-router';
import { cx } from '../../ui/class-names.ts';
import { useSession } from '../kit/data/session.ts';
import tabStyles from '../kit/display/tabs.module.css';
import { useCurrentInView } from '../kit/display/use-current-in-view.ts';
import { PageHeader } from '../kit/frame/page.tsx';
import styles from './layout.module.css';

/** The signed-in person's own pages, as tabs. */
export default function ProfileLayout() {
  const { t } = useLingui();
  const { may } = useSession();
  const nav = useCurrentInView('profile');
  const current = ({ isActive }: { isActive: boolean }) => (isActive ? 'current' : '');
  return (
    <>
      <PageHeader title={<Trans>Your profile</Trans>} tab={[t`Your profile`]} />
      <nav ref={nav} className={cx(tabStyles.tabs, styles.tabs)} aria-label={t`Your profile`}>
        <NavLink end to="/manage/profile" className={current}>
          <Trans>Details</Trans>
        </NavLink>
        <NavLink to="/manage/profile/security" className={current}>
          <Trans>Sign-in and security</Trans>
        </NavLink>
        {may('orders.read') && (
          <NavLink to="/manage/profile/notifications" className={current}>
            <Trans>Notifications</Trans>
          </NavLink>
        )}
      </nav>
      <Outlet />
    </>
  );
}
