import { Outlet } from 'react-router';
import { AccountFrame } from './kit/frame/account-nav.tsx';
import { eventCountRead } from './kit/reading/event-count.ts';
import { readIfPermittedInBrowser, readIfPermittedOnServer } from './kit/reading/permitted.ts';

const reads = () => [eventCountRead];

export const loader = readIfPermittedOnServer('events.read', reads);
export const clientLoader = readIfPermittedInBrowser('events.read', reads);
export const shouldRevalidate = () => false;

export default function AccountLayout() {
  return (
    <AccountFrame>
      <Outlet />
    </AccountFrame>
  );
}
