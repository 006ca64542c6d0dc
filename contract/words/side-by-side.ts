/**
 * What stands side by side on one line, without what is missing: "Day ticket, Early bird", in Chinese "日票，早鸟".
 * `locale` is the reader's.
 */
export const sideBySide = (parts: readonly (string | false | null | undefined)[], locale: string): string =>
  parts.filter(Boolean).join(locale === 'zh-cn' ? '，' : ', ');
