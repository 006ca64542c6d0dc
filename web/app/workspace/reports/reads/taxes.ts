import type { OutputOf } from '@entrada/contract/endpoint';
import { getAccountTaxReport, getEventTaxReport } from '@entrada/contract/insight/reports/taxes';
import { ofAccount, ofEvent } from './asking.ts';

export type Taxes = Omit<OutputOf<typeof getAccountTaxReport>['data']['currencies'][number], 'currency'>;

export const taxesRead = ofEvent('taxes', (call, ...input) => call(getEventTaxReport, ...input));
export const accountTaxesRead = ofAccount('taxes', (call, ...input) => call(getAccountTaxReport, ...input));
