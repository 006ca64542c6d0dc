import { useLingui } from '@lingui/react/macro';
import { Outlet } from 'react-router';
import { useSession } from './kit/data/session.ts';
import { AccountNav } from './kit/frame/account-nav.tsx';
import { Frame } from './kit/frame/frame.tsx';

export default function AccountLayout() {
  const { t } = useLingui();
  const { me } = useSession();
  return (
    <Frame label={t`Main`} title={me.account.name} nav={<AccountNav />}>
      <Outlet />
    </Frame>
  );
}
