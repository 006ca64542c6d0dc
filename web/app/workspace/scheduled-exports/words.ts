import type { ExportReader, ExportRun, Stop } from '@entrada/contract/insight/scheduled-exports';
import { roleMay } from '@entrada/contract/permissions';
import { EXPORT_ACCESS, type ExportName } from '@entrada/contract/sales/exports';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { formatTime } from '../../platform/i18n/format.ts';
import { languageTag } from '../../platform/i18n/locales.ts';

const everyDay = msg`Every day`;

/** When files come. The first is every day, the others begin with Monday. */
export const rhythms: readonly MessageDescriptor[] = [
  everyDay,
  msg`Every Monday`,
  msg`Every Tuesday`,
  msg`Every Wednesday`,
  msg`Every Thursday`,
  msg`Every Friday`,
  msg`Every Saturday`,
  msg`Every Sunday`,
];

/** The day of a scheduled export: null is every day, 1 is Monday. */
export const rhythmOf = (weekday: number | null): MessageDescriptor => rhythms[weekday ?? 0] ?? everyDay;

/** An hour of the clock as a time of day, in the form of the reader's language. */
export const clockTime = (hour: number, locale: string): string =>
  formatTime(new Date(hour * 3_600_000).toISOString(), { locale, timezone: 'UTC' });

/** Why no more files come. */
export const stops: Record<Stop, MessageDescriptor> = {
  paused: msg`Paused`,
  event_over: msg`Ended after the event`,
  event_archived: msg`Stopped: the event was archived`,
  nobody: msg`Stopped: nobody can receive it`,
};

/** Why a run failed. */
export const failures: Record<NonNullable<ExportRun['error']>, MessageDescriptor> = {
  FAILED: msg`The file could not be made.`,
  FILTER: msg`The filter is no longer valid. Choose the rows again.`,
  NOBODY: msg`Nobody of the recipients may read this file any more.`,
  STOPPED: msg`It was stopped before the file was made.`,
};

/** The size of a file: "56 kB", "1.2 MB". */
export function fileSize(bytes: number, locale: string): string {
  const isSmall = bytes < 1_000_000;
  return new Intl.NumberFormat(languageTag(locale), {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: isSmall ? 0 : 1,
  }).format(isSmall ? Math.max(1, bytes / 1000) : bytes / 1_000_000);
}

/** Why somebody gets no file; null if they get it. */
export function obstacleOf(reader: ExportReader, what: ExportName): MessageDescriptor | null {
  if (!reader.isActive) return msg`Is no longer active in the account`;
  if (!reader.isConfirmed) return msg`Has not confirmed the email address`;
  return roleMay(reader.role, EXPORT_ACCESS[what]) ? null : msg`May not read this file`;
}
