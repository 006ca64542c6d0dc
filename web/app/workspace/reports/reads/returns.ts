import type { OutputOf } from '@entrada/contract/endpoint';
import {
  getAccountPayoutReport,
  getAccountRefundReport,
  getEventPayoutReport,
  getEventRefundReport,
} from '@entrada/contract/insight/reports/returns';
import { ofAccount, ofEvent } from './asking.ts';

export type Refunds = Omit<OutputOf<typeof getAccountRefundReport>['data']['currencies'][number], 'currency'>;
export type Payouts = Omit<OutputOf<typeof getAccountPayoutReport>['data']['currencies'][number], 'currency'>;

export const refundsRead = ofEvent('refunds', (call, ...input) => call(getEventRefundReport, ...input));
export const payoutsRead = ofEvent('payouts', (call, ...input) => call(getEventPayoutReport, ...input));
export const accountRefundsRead = ofAccount('refunds', (call, ...input) =>
  call(getAccountRefundReport, ...input),
);
export const accountPayoutsRead = ofAccount('payouts', (call, ...input) =>
  call(getAccountPayoutReport, ...input),
);
