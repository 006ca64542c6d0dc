import { Outlet } from 'react-router';
import { AccountFrame } from './kit/frame/account-nav.tsx';

export default function AccountLayout() {
  return (
    <AccountFrame>
      <Outlet />
    </AccountFrame>
  );
}
