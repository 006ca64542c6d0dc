import type { CurrentUser } from '@entrada/contract/accounts/accounts';
import type { ClientLoaderFunctionArgs } from 'react-router';
import { eventIdIn, eventRead } from '../../kit/data/event.ts';
import { keys } from '../../kit/data/keys.ts';
import { ensureRead, startReads, workspaceClient } from '../../kit/reading/reads.ts';
import { ACCOUNT_TABS, readAt, TABS } from '../address.ts';
import { accountSalesRead, salesRead } from '../reads/sales.ts';
import { mustBePermitted, tabIn } from './checks.ts';

const searchOf = (request: Request) => new URL(request.url).searchParams;

/** Starts to read the sales. Each other report comes with its own script, which reads it. */
export async function readEvent({ params, request, serverLoader }: ClientLoaderFunctionArgs) {
  const tab = tabIn(params, TABS);
  const client = workspaceClient();
  const me = client?.getQueryData<CurrentUser>(keys.me);
  if (!client || !me) return serverLoader();
  mustBePermitted(me, tab);
  if (tab === 'sales')
    void ensureRead(client, eventRead(eventIdIn(params))).then(
      (event) => startReads(client, [salesRead(event, readAt(searchOf(request), 'event'))]),
      // The layout reads it as well and shows why it fails.
      () => undefined,
    );
  return null;
}

export async function readAccount({ params, request, serverLoader }: ClientLoaderFunctionArgs) {
  const tab = tabIn(params, ACCOUNT_TABS);
  const client = workspaceClient();
  const me = client?.getQueryData<CurrentUser>(keys.me);
  if (!client || !me) return serverLoader();
  mustBePermitted(me, tab);
  if (tab === 'sales')
    startReads(client, [accountSalesRead(me.account.timezone, readAt(searchOf(request), 'account'))]);
  return null;
}
