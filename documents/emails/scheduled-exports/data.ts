import type { ExportFormat, ExportName } from '@entrada/contract/sales/exports';

export type ScheduledExportData = {
  baseUrl: string;
  event: { title: string; timeZone: string };
  file: {
    what: ExportName;
    format: ExportFormat;
    rows: number;
    bytes: number;
    madeAt: string;
    /** It can be downloaded until then. */
    until: string;
  };
  /** Who of the team scheduled it. */
  scheduledBy: { firstName: string; lastName: string };
  /** Absolute addresses: of the file's page, which asks for the login, and of the event's scheduled exports. */
  fileUrl: string;
  manageUrl: string;
};
