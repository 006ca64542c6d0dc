/**
 * What stands side by side on one line, without what is missing: "Day ticket, Early bird", in Chinese "日票，早鸟".
 * `locale` is the reader's.
 */
export const sideBySide = (parts: readonly (string | false | null | undefined)[], locale: string): string =>
  parts.filter(Boolean).join(locale === 'zh-cn' ? '，' : ', ');

/**
 * The same for names that nobody says who reads: the script of the names decides, as for names of people. For places
 * whose answer is the same for every reader, such as the API of a door.
 */
export const asTyped = (parts: readonly (string | false | null | undefined)[]): string =>
  sideBySide(parts, parts.filter(Boolean).every((part) => HAN.test(String(part))) ? 'zh-cn' : 'en');

const HAN = /\p{Script=Han}/u;

/** Things that may hold commas themselves: "Red, with hood; blue", in Chinese "红色；蓝色". */
export const oneAfterAnother = (parts: readonly string[], locale: string): string =>
  parts.filter(Boolean).join(locale === 'zh-cn' ? '；' : '; ');

/** A word with a note behind it: "Created (Europe/Madrid)", in Chinese "创建时间（Europe/Madrid）". */
export const withNote = (word: string, note: string, locale: string): string =>
  locale === 'zh-cn' ? `${word}（${note}）` : `${word} (${note})`;

/** Names of one kind in a row, without "and": "Pending, Paid", in Chinese "待付款、已付款". */
export const listed = (names: readonly string[], locale: string): string =>
  names.filter(Boolean).join(locale === 'zh-cn' ? '、' : ', ');
