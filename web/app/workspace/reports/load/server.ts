import { getMe } from '@entrada/contract/accounts/accounts';
import type { LoaderFunctionArgs } from 'react-router';
import { apiContext } from '../../../platform/context.ts';
import { eventIdIn, eventRead } from '../../kit/data/event.ts';
import { pastEventsRead } from '../../kit/period/past-events.ts';
import { type Answers, type Read, readAll } from '../../kit/reading/reads.ts';
import { ACCOUNT_TABS, readAt, TABS, type Tab } from '../address.ts';
import type { Zoned } from '../reads/asking.ts';
import { accountCodesRead, accountSourcesRead, codesRead, sourcesRead } from '../reads/origins.ts';
import { answersRead, attendanceRead } from '../reads/people.ts';
import { accountPayoutsRead, accountRefundsRead, payoutsRead, refundsRead } from '../reads/returns.ts';
import { accountSalesRead, salesRead } from '../reads/sales.ts';
import { accountTaxesRead, taxesRead } from '../reads/taxes.ts';
import { mustBePermitted, tabIn } from './checks.ts';

const EVENT_READS = {
  taxes: taxesRead,
  refunds: refundsRead,
  payouts: payoutsRead,
  attendance: attendanceRead,
} as const;
const ACCOUNT_READS = {
  taxes: accountTaxesRead,
  refunds: accountRefundsRead,
  payouts: accountPayoutsRead,
} as const;

/** What a page of an event reads first. */
function eventReads(tab: Tab, event: Zoned, search: URLSearchParams): Read[] {
  const at = readAt(search, 'event');
  if (tab !== 'sales') return [EVENT_READS[tab](event, at)];
  const lines = { code: codesRead, source: sourcesRead, answer: answersRead };
  const more = at.by in lines ? [lines[at.by as keyof typeof lines](event, at)] : [];
  return [
    salesRead(event, at),
    ...more,
    taxesRead(event, at),
    payoutsRead(event, at),
    pastEventsRead(event.id),
  ];
}

/** What a page of the account reads first. */
function accountReads(tab: Tab, timezone: string, search: URLSearchParams): Read[] {
  const at = readAt(search, 'account');
  if (tab in ACCOUNT_READS) return [ACCOUNT_READS[tab as keyof typeof ACCOUNT_READS](timezone, at)];
  const lines = { code: accountCodesRead, source: accountSourcesRead };
  const more = at.by in lines ? [lines[at.by as keyof typeof lines](timezone, at)] : [];
  return [accountSalesRead(timezone, at), ...more];
}

const searchOf = (request: Request) => new URL(request.url).searchParams;

/** The event decides what is read. The layout says so if it does not exist. */
export async function readEvent({ context, params, request }: LoaderFunctionArgs): Promise<Answers> {
  const tab = tabIn(params, TABS);
  const call = context.get(apiContext);
  const [me, event] = await Promise.all([call(getMe, {}), readAll(call, [eventRead(eventIdIn(params))])]);
  mustBePermitted(me.data, tab);
  const found = event.reads[0]?.data as Zoned | undefined;
  return found ? readAll(call, eventReads(tab, found, searchOf(request))) : { reads: [] };
}

export async function readAccount({ context, params, request }: LoaderFunctionArgs): Promise<Answers> {
  const tab = tabIn(params, ACCOUNT_TABS);
  const call = context.get(apiContext);
  const me = (await call(getMe, {})).data;
  mustBePermitted(me, tab);
  return readAll(call, accountReads(tab, me.account.timezone, searchOf(request)));
}
