import type { Permission } from '../permissions.ts';

/** What can be exported of an event. Each is a file of rows. */
export const EXPORTS = [
  'orders',
  'order-lines',
  'refunds',
  'attendees',
  'answers',
  'check-ins',
  'scans',
  'people-inside',
  'promo-codes',
  'affiliates',
] as const;
export type ExportName = (typeof EXPORTS)[number];

/** Who may read each file. */
export const EXPORT_ACCESS = {
  orders: 'orders.read',
  'order-lines': 'orders.read',
  refunds: 'orders.read',
  attendees: 'attendees.read',
  answers: 'attendees.read',
  'check-ins': 'attendees.read',
  scans: 'check-in.read',
  'people-inside': 'check-in.read',
  'promo-codes': 'promo-codes.read',
  affiliates: 'affiliates.read',
} as const satisfies Record<ExportName, Permission>;

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * Below `/api`: rows of an event as a file. Takes the query of a list for all matching rows: that of the orders for orders,
 * their lines and their refunds, that of the attendees for attendees, their answers and their check-ins. `ids` selects
 * some rows of that list, `except` excludes some. Both are separated by commas.
 */
export const exportPath = (event: number | ':eventId', what: ExportName, format: ExportFormat) =>
  `/events/${event}/${what}.${format}`;

/** Below `/api`: the file of a run of a scheduled export. */
export const exportRunPath = (eventId: number | ':eventId', runId: number | ':runId') =>
  `/events/${eventId}/export-runs/${runId}/file`;
