import { Outlet } from 'react-router';
import { AccountFrame } from './kit/frame/account-nav.tsx';
import { eventCountRead } from './kit/reading/event-count.ts';
import { readInBrowser, readOnServer } from './kit/reading/reads.ts';

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
