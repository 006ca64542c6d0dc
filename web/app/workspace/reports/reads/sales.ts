import type { OutputOf } from '@entrada/contract/endpoint';
import { getAccountSalesReport, getEventSalesReport } from '@entrada/contract/insight/reports/sales';
import { ofAccount, ofEvent } from './asking.ts';

export type EventSales = OutputOf<typeof getEventSalesReport>['data'];
export type AccountSales = OutputOf<typeof getAccountSalesReport>['data'];

export const salesRead = ofEvent('sales', (call, ...input) => call(getEventSalesReport, ...input));
export const accountSalesRead = ofAccount('sales', (call, ...input) => call(getAccountSalesReport, ...input));
