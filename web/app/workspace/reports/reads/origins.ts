import type { OutputOf } from '@entrada/contract/endpoint';
import {
  getAccountCodeReport,
  getAccountSourceReport,
  getEventCodeReport,
  getEventSourceReport,
} from '@entrada/contract/insight/reports/origins';
import { ofAccount, ofEvent } from './asking.ts';

export type Codes = Omit<OutputOf<typeof getAccountCodeReport>['data']['currencies'][number], 'currency'>;
export type Sources = Omit<OutputOf<typeof getAccountSourceReport>['data']['currencies'][number], 'currency'>;

export const codesRead = ofEvent('codes', (call, ...input) => call(getEventCodeReport, ...input));
export const sourcesRead = ofEvent('sources', (call, ...input) => call(getEventSourceReport, ...input));
export const accountCodesRead = ofAccount('codes', (call, ...input) => call(getAccountCodeReport, ...input));
export const accountSourcesRead = ofAccount('sources', (call, ...input) =>
  call(getAccountSourceReport, ...input),
);
