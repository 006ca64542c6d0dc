import type { EventDetail } from '@entrada/contract/catalog/events';
import type { OutputOf } from '@entrada/contract/endpoint';
import {
  getAccountCodeReport,
  getAccountSourceReport,
  getEventCodeReport,
  getEventSourceReport,
} from '@entrada/contract/insight/reports/origins';
import { getEventAnswerReport, getEventAttendanceReport } from '@entrada/contract/insight/reports/people';
import {
  getAccountPayoutReport,
  getAccountRefundReport,
  getEventPayoutReport,
  getEventRefundReport,
} from '@entrada/contract/insight/reports/returns';
import { getAccountSalesReport, getEventSalesReport } from '@entrada/contract/insight/reports/sales';
import { getAccountTaxReport, getEventTaxReport } from '@entrada/contract/insight/reports/taxes';
import type { CallApi } from '../../platform/api/endpoint-call.ts';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { todayIn } from '../kit/period/days.ts';
import { type Days, daysOf, type Period } from '../kit/period/range.ts';
import type { Read } from '../kit/reading/reads.ts';
import type { At, Tab } from './address.ts';

export type Zoned = Pick<EventDetail, 'id' | 'timezone'>;

/** The key names the preset, so that a page that stays open goes on to the next day. */
const keyOf = (period: Period): Record<string, string> =>
  'preset' in period ? { period: period.preset } : period;

type Asking<T> = (
  call: CallApi,
  input: { params: { eventId: string }; query: Days },
  options: { signal?: AbortSignal | undefined },
) => Promise<{ data: T }>;

/** A report of an event by the days of its zone. */
const ofEvent =
  <T>(name: string, ask: Asking<T>) =>
  ({ id, timezone }: Zoned, { period }: Pick<At, 'period'>): Read<T> => ({
    queryKey: keys.report(id, name, keyOf(period)),
    load: async (call, signal) =>
      (await ask(call, { ...eventParams(id), query: daysOf(period, todayIn(timezone)) }, { signal })).data,
  });

type AskingAccount<T> = (
  call: CallApi,
  input: { query: Days },
  options: { signal?: AbortSignal | undefined },
) => Promise<{ data: T }>;

/** A report over the account. Today is that of the account's zone. */
const ofAccount =
  <T>(name: string, ask: AskingAccount<T>) =>
  (timezone: string, { period }: Pick<At, 'period'>): Read<T> => ({
    queryKey: keys.accountReport(name, keyOf(period)),
    load: async (call, signal) =>
      (await ask(call, { query: daysOf(period, todayIn(timezone)) }, { signal })).data,
  });

export type EventSales = OutputOf<typeof getEventSalesReport>['data'];
export type AccountSales = OutputOf<typeof getAccountSalesReport>['data'];
export type EventAnswers = OutputOf<typeof getEventAnswerReport>['data'];
export type Taxes = Omit<OutputOf<typeof getAccountTaxReport>['data']['currencies'][number], 'currency'>;
export type Refunds = Omit<OutputOf<typeof getAccountRefundReport>['data']['currencies'][number], 'currency'>;
export type Payouts = Omit<OutputOf<typeof getAccountPayoutReport>['data']['currencies'][number], 'currency'>;
export type Codes = Omit<OutputOf<typeof getAccountCodeReport>['data']['currencies'][number], 'currency'>;
export type Sources = Omit<OutputOf<typeof getAccountSourceReport>['data']['currencies'][number], 'currency'>;
export type Attendance = OutputOf<typeof getEventAttendanceReport>['data'];

export const salesRead = ({ id, timezone }: Zoned, { period, pastEvent }: At): Read<EventSales> => ({
  queryKey: keys.report(id, 'sales', { ...keyOf(period), ...(pastEvent && { pastEvent }) }),
  load: async (call, signal) => {
    const query = { ...daysOf(period, todayIn(timezone)), ...(pastEvent && { past_event: pastEvent }) };
    return (await call(getEventSalesReport, { ...eventParams(id), query }, { signal })).data;
  },
});

export const answersRead = ({ id, timezone }: Zoned, { period, question }: At): Read<EventAnswers> => ({
  queryKey: keys.report(id, 'answers', { ...keyOf(period), ...(question && { question }) }),
  load: async (call, signal) => {
    const query = { ...daysOf(period, todayIn(timezone)), ...(question && { question }) };
    return (await call(getEventAnswerReport, { ...eventParams(id), query }, { signal })).data;
  },
});

export const codesRead = ofEvent('codes', (call, ...input) => call(getEventCodeReport, ...input));
export const sourcesRead = ofEvent('sources', (call, ...input) => call(getEventSourceReport, ...input));
export const taxesRead = ofEvent('taxes', (call, ...input) => call(getEventTaxReport, ...input));
export const refundsRead = ofEvent('refunds', (call, ...input) => call(getEventRefundReport, ...input));
export const payoutsRead = ofEvent('payouts', (call, ...input) => call(getEventPayoutReport, ...input));
export const attendanceRead = ofEvent('attendance', (call, ...input) =>
  call(getEventAttendanceReport, ...input),
);

export const accountSalesRead = ofAccount('sales', (call, ...input) => call(getAccountSalesReport, ...input));
export const accountCodesRead = ofAccount('codes', (call, ...input) => call(getAccountCodeReport, ...input));
export const accountSourcesRead = ofAccount('sources', (call, ...input) =>
  call(getAccountSourceReport, ...input),
);
export const accountTaxesRead = ofAccount('taxes', (call, ...input) => call(getAccountTaxReport, ...input));
export const accountRefundsRead = ofAccount('refunds', (call, ...input) =>
  call(getAccountRefundReport, ...input),
);
export const accountPayoutsRead = ofAccount('payouts', (call, ...input) =>
  call(getAccountPayoutReport, ...input),
);

type Span = { today: string; firstDay: string | null; from: string; to: string };

/** The main report of a page of an event. */
export function eventTabRead(tab: Tab, event: Zoned, at: At): Read<Span> {
  switch (tab) {
    case 'sales':
      return salesRead(event, at);
    case 'taxes':
      return taxesRead(event, at);
    case 'refunds':
      return refundsRead(event, at);
    case 'payouts':
      return payoutsRead(event, at);
    case 'attendance':
      return attendanceRead(event, at);
  }
}

/** The same of a page of the account. */
export function accountTabRead(tab: Tab, timezone: string, at: At): Read<Span> {
  switch (tab) {
    case 'taxes':
      return accountTaxesRead(timezone, at);
    case 'refunds':
      return accountRefundsRead(timezone, at);
    case 'payouts':
      return accountPayoutsRead(timezone, at);
    default:
      return accountSalesRead(timezone, at);
  }
}
