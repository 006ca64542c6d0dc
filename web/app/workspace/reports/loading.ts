import { type CurrentUser, getMe } from '@entrada/contract/accounts/accounts';
import type { Permission } from '@entrada/contract/permissions';
import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs, type Params } from 'react-router';
import { apiContext } from '../../platform/context.ts';
import { eventIdIn, eventRead } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { pastEventsRead } from '../kit/period/past-events.ts';
import { forbidden } from '../kit/reading/permitted.ts';
import {
  type Answers,
  ensureRead,
  type Read,
  readAll,
  startReads,
  workspaceClient,
} from '../kit/reading/reads.ts';
import { ACCOUNT_TABS, readAt, readTab, TABS, type Tab } from './address.ts';
import {
  accountCodesRead,
  accountSourcesRead,
  accountTabRead,
  answersRead,
  codesRead,
  eventTabRead,
  payoutsRead,
  sourcesRead,
  taxesRead,
  type Zoned,
} from './reads.ts';

function tabIn(params: Params, tabs: readonly Tab[]): Tab {
  const tab = readTab(params, tabs);
  if (!tab) throw data({ code: 'NOT_FOUND' }, { status: 404 });
  return tab;
}

const permissionFor = (tab: Tab): Permission => (tab === 'attendance' ? 'check-in.manage' : 'orders.read');

function mustBePermitted({ permissions }: CurrentUser, tab: Tab): void {
  if (!permissions.includes(permissionFor(tab))) throw forbidden();
}

/** What a page of an event reads first. */
function eventReads(tab: Tab, event: Zoned, search: URLSearchParams): Read[] {
  const at = readAt(search, 'event');
  const main = eventTabRead(tab, event, at);
  if (tab !== 'sales') return [main];
  const lines = { code: codesRead, source: sourcesRead, answer: answersRead };
  const more = at.by in lines ? [lines[at.by as keyof typeof lines](event, at)] : [];
  return [main, ...more, taxesRead(event, at), payoutsRead(event, at), pastEventsRead(event.id)];
}

/** What a page of the account reads first. */
function accountReads(tab: Tab, timezone: string, search: URLSearchParams): Read[] {
  const at = readAt(search, 'account');
  const main = accountTabRead(tab, timezone, at);
  const lines = { code: accountCodesRead, source: accountSourcesRead };
  const more = at.by in lines ? [lines[at.by as keyof typeof lines](timezone, at)] : [];
  return tab === 'sales' ? [main, ...more] : [main];
}

const searchOf = (request: Request) => new URL(request.url).searchParams;

/** The event decides what is read. The layout says so if it does not exist. */
export async function readEventOnServer({ context, params, request }: LoaderFunctionArgs): Promise<Answers> {
  const tab = tabIn(params, TABS);
  const call = context.get(apiContext);
  const [me, event] = await Promise.all([call(getMe, {}), readAll(call, [eventRead(eventIdIn(params))])]);
  mustBePermitted(me.data, tab);
  const found = event.reads[0]?.data as Zoned | undefined;
  return found ? readAll(call, eventReads(tab, found, searchOf(request))) : { reads: [] };
}

export async function readEventInBrowser({ params, request, serverLoader }: ClientLoaderFunctionArgs) {
  const tab = tabIn(params, TABS);
  const client = workspaceClient();
  const me = client?.getQueryData<CurrentUser>(keys.me);
  if (!client || !me) return serverLoader();
  mustBePermitted(me, tab);
  void ensureRead(client, eventRead(eventIdIn(params))).then(
    (event) => startReads(client, eventReads(tab, event, searchOf(request))),
    // The layout reads it as well and shows why it fails.
    () => undefined,
  );
  return null;
}

export async function readAccountOnServer({
  context,
  params,
  request,
}: LoaderFunctionArgs): Promise<Answers> {
  const tab = tabIn(params, ACCOUNT_TABS);
  const call = context.get(apiContext);
  const me = (await call(getMe, {})).data;
  mustBePermitted(me, tab);
  return readAll(call, accountReads(tab, me.account.timezone, searchOf(request)));
}

export async function readAccountInBrowser({ params, request, serverLoader }: ClientLoaderFunctionArgs) {
  const tab = tabIn(params, ACCOUNT_TABS);
  const client = workspaceClient();
  const me = client?.getQueryData<CurrentUser>(keys.me);
  if (!client || !me) return serverLoader();
  mustBePermitted(me, tab);
  startReads(client, accountReads(tab, me.account.timezone, searchOf(request)));
  return null;
}
