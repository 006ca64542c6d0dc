import { Outlet } from 'react-router';
import { eventCountRead } from './kit/data/event-count.ts';
import { readInBrowser, readOnServer } from './kit/data/reads.ts';
import { AccountFrame } from './kit/frame/account-nav.tsx';

const reads = () => [eventCountRead];

export const loader = readOnServer(reads);
export const clientLoader = readInBrowser(reads);
export const shouldRevalidate = () => false;

export default function AccountLayout() {
  return (
    <AccountFrame>
      <Outlet />
    </AccountFrame>
  );
}
