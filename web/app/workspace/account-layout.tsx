import { useLingui } from '@lingui/react/macro';
import { Outlet } from 'react-router';
import { AccountNav } from './shell/account-nav.tsx';
import { Frame } from './shell/frame.tsx';
import { useSession } from './shell/session.ts';

export default function AccountLayout() {
  const { t } = useLingui();
  const { me } = useSession();
  return (
    <Frame label={t`Main`} title={me.account.name} nav={<AccountNav />}>
      <Outlet />
    </Frame>
  );
}
