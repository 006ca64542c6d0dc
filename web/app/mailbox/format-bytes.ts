import { languageTag } from '../platform/i18n/locales.ts';

const units = ['byte', 'kilobyte', 'megabyte'] as const;

/** The size of a file in the largest unit that leaves at least one of it: "64 byte", "12 kB", "1.4 MB". */
export function formatBytes(bytes: number, locale: string): string {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  return new Intl.NumberFormat(languageTag(locale), {
    style: 'unit',
    unit: units[step] ?? 'byte',
    maximumFractionDigits: step === 2 ? 1 : 0,
  }).format(bytes / 1000 ** step);
}
