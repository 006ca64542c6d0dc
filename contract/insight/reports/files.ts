import type { Permission } from '../../permissions.ts';
import type { ExportFormat } from '../../sales/exports.ts';

/** Reports of an event as a file. `answers` needs `question`. */
export const EVENT_REPORT_FILES = [
  'days',
  'tickets',
  'promo-codes',
  'sources',
  'answers',
  'taxes',
  'refunds',
  'payouts',
  'attendance',
  'attendance-times',
] as const;
export type EventReportFile = (typeof EVENT_REPORT_FILES)[number];

/** Reports over the account as a file. A row names its currency. */
export const ACCOUNT_REPORT_FILES = [
  'days',
  'events',
  'promo-codes',
  'sources',
  'taxes',
  'refunds',
  'payouts',
] as const;
export type AccountReportFile = (typeof ACCOUNT_REPORT_FILES)[number];

/** Who may read the files of a report. */
export const reportFileAccess = (report: EventReportFile | AccountReportFile): Permission =>
  report === 'attendance' || report === 'attendance-times' ? 'check-in.read' : 'orders.read';

/** Below `/api`: a report of an event. Takes the query of the report itself, `from`, `to` and `question`. */
export const eventReportPath = (event: number | ':eventId', report: EventReportFile, format: ExportFormat) =>
  `/events/${event}/reports/${report}.${format}`;

/** Below `/api`: a report over the account. Takes `from` and `to`. */
export const accountReportPath = (report: AccountReportFile, format: ExportFormat) =>
  `/reports/${report}.${format}`;
