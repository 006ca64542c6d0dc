/** "Label: value", with the colon of the language. */
export const labelled = (label: string, value: string, locale: string): string =>
  `${label}${COLONS[locale] ?? ': '}${value}`;

const COLONS: Readonly<Record<string, string>> = { 'zh-cn': '：', fr: '\u00a0: ' };

/** What somebody else said, in the quotes of the reader's language. */
export const quoted = (words: string, locale: string): string =>
  (QUOTES[locale] ?? '“…”').replace('…', () => words);

const QUOTES: Readonly<Record<string, string>> = {
  de: '„…“',
  es: '«…»',
  fr: '«\u202f…\u202f»',
  pt: '«…»',
};
