/** What a mail server, or a mail service, says became of one mail. */
export type Report = {
  /** The mail's token, as it came back. */
  token: string;
  outcome: { is: 'permanent'; status: string; words: string } | { is: 'delayed' };
};

/** Characters that are kept of what a mail server said. */
const MOST_WORDS = 500;

/** The enhanced status code (RFC 3463) of a text; null if there is none. Pure. */
export const statusIn = (text: string): string | null =>
  /(?:^|[^\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/.exec(text)?.[1] ?? null;

/** One line without control characters, of a length that can be shown. Pure. */
export function tidyWords(text: string): string {
  const line = text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .toWellFormed()
    .trim();
  return [...line].slice(0, MOST_WORDS).join('');
}

/** What a mail server said, without the name of its protocol. */
const spoken = (diagnostic: string) => diagnostic.replace(/^[A-Za-z][A-Za-z0-9-]*\s*;\s*/, '');

/** A failure for good. A status that is none of class 5 becomes `5.0.0`, if whoever reports says that it is one. Pure. */
export function permanent(status: string | null, words: string): Report['outcome'] {
  return {
    is: 'permanent',
    status: status?.startsWith('5.') ? status : '5.0.0',
    words: tidyWords(spoken(words)),
  };
}
