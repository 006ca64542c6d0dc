const NAMED = {
  br: /(?:^|[,\s])br(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))\s*(?:;|,|$)/i,
  gzip: /(?:^|[,\s])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))\s*(?:;|,|$)/i,
};

/** Whether an Accept-Encoding header names a coding without excluding it. */
export const takes = (accepted: string | string[] | undefined, coding: keyof typeof NAMED): boolean =>
  NAMED[coding].test(String(accepted ?? ''));
